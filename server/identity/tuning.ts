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
} as const
