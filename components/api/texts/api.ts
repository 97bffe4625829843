/** Texts of `components/api`. A function gives a sentence around its values. */
export const apiTexts = {
  // api-failure
  requestIsTooLongShorten: 'The request is too long. Shorten the filter.',
  somethingWentWrong: 'Something went wrong.',
  pageFailed: 'Reload it. If this happens again, tell your administrator what you did. Your runs are not affected.',
  partOfPageIsMissing: 'The connection was lost, or Heddle was updated while this page was open. Reload to continue.',
  cannotReachServer: 'Cannot reach the server.',
  serverDidNotRespondTry: 'The server did not respond. Try again in a moment.',
} as const
