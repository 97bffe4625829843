const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The bounds of logins, sessions and links, in seconds. */
export const identityTuning = {
  session: { idleSeconds: 8 * HOUR, longestSeconds: 7 * DAY, touchedEverySeconds: MINUTE },
  /** `fewestOtherLetters`: letters of a password beside words of its account and of Heddle, if it has such words. */
  password: { fewestCharacters: 12, mostCharacters: 128, fewestOtherLetters: 6 },
  setupLink: { seconds: HOUR, tries: 5 },
  /** The validity of a code of an authenticator app, with the neighbouring periods: so long a code is used once only. */
  codeSeconds: 90,
  bodyBytes: 16_384,
  /** Logins by an identity provider; `sessionSeconds`: groups and roles are as fresh as the login. */
  oidc: {
    sessionSeconds: 12 * HOUR,
    stateSeconds: 10 * MINUTE,
    /** The age of a login at the provider that counts as fresh. */
    freshSeconds: 10 * MINUTE,
    toCharacters: 1_000,
    /** The metadata and keys of a provider are read anew after this time. */
    metadataSeconds: HOUR,
    answerSeconds: 10,
    answerBytes: 1_048_576,
    /** The tolerated difference of clocks. */
    skewSeconds: 30,
    /** Clients of owners' own providers that are kept. */
    ownClients: 200,
    /** A longer ID token is not kept for the logout at the provider. */
    hintCharacters: 6_000,
    logoutTokenCharacters: 16_384,
    logoutTokenSeconds: 5 * MINUTE,
  },
} as const
