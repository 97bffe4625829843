/** Texts of `components/identity`. A function gives a sentence around its values. */
export const identityTexts = {
  // login
  logIn: 'Log in',
  email: 'Mail address',
  password: 'Password',
  code: 'Authenticator code',
  codeHint: 'Six digits from your authenticator app. Each code works once.',
  backupCode: 'Backup code',
  useBackupCode: 'Use a backup code',
  useApp: 'Use the authenticator app',
  goOn: 'Continue',
  startAgain: 'Log in as someone else',

  // confirmation of a login
  confirmLogin: 'Confirm that it is you',
  confirmLoginAbout: 'Access changes need a recent login. Enter your password to continue.',
  logInAgainAbout:
    'Access changes need a recent login. Log in again to return to this page; what you entered here is lost.',
  orBackupCode: 'Or one of your backup codes.',
  cancel: 'Cancel',

  // login by a provider
  login: 'Login',
  or: 'or',
  ownerLogin: 'Log in with the provider of your organisation',
  ownerId: 'Owner',
  ownerIdHint: 'Enter its id, or open the link from your administrator.',
  logInWith: (provider: string) => `Log in with ${provider}`,

  // setup
  setUp: 'Set up Heddle',
  setUpAbout: 'Create the first account. It becomes the administrator of this installation.',
  name: 'Your name',
  passwordHint: 'At least 12 characters. A few words make a good password.',
  makeAccount: 'Create the account',
  noLink: 'Open the setup link that Heddle printed when it started. Each start prints a new one.',

  // new password by a link
  resetAbout: 'Setting it signs you out everywhere. Then log in again.',
  setPassword: 'Set the password',
  noResetLink: 'Open the complete link from your administrator. It works once, for one hour.',

  // account menu
  account: (name: string) => `Account of ${name}`,
  signOut: 'Sign out',
  mySessions: 'My sessions',

  // sessions
  sessions: 'My sessions',
  sessionsAbout:
    'Where you are logged in. A session ends after 8 hours without activity and after 7 days at most, or after 12 hours if a provider logged you in.',
  thisBrowser: 'This browser',
  unknownDevice: 'Unknown device',
  lastUse: 'Last use',
  endSession: 'Sign out',
  endSessionOf: (device: string) => `Sign out ${device}`,
  endAll: 'Sign out everywhere',
  loading: 'Loading…',

  // password
  passwordAbout: 'A new password signs you out everywhere else.',
  presentPassword: 'Current password',
  newPassword: 'New password',
  changePassword: 'Change password',
  changed: 'Password changed.',

  // second factor
  secondFactor: 'Second factor',
  secondFactorAbout: 'A code from an authenticator app at each login, in addition to the password.',
  isOn: 'On.',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  scan: 'Scan this with your authenticator app, then enter the code that it shows.',
  qrCode: 'QR code for the authenticator app',
  secret: 'Or enter this key manually:',
  backupCodes: 'Backup codes',
  backupCodesAbout: 'Keep them somewhere you can reach without your phone. Each works once.',
  showSecondFactor: 'Enter your second factor',
  showSecondFactorAbout: 'Your administrator requires one, and this login has not asked you for it.',
  setUpSecondFactor: 'Set up a second factor',
  demandedAbout: 'Your administrator requires one. You need an authenticator app and your password.',
  demandedOfProvider: (provider: string) =>
    `Your administrator requires one, and ${provider} did not ask you for it. Set it up there, sign out, then log in again.`,
  newBackupCodes: 'New backup codes',
  confirmCode: 'Confirm',

  byProvider: (provider: string) => `You log in with ${provider}. Change your password and your second factor there.`,

  unreachable: 'Heddle is not responding. Check your connection, then try again.',
} as const

/** Why a login by a provider did not work, by the reason in the address of the login page. */
export const refusalTexts: Readonly<Record<string, string>> = {
  cancelled: 'The login was cancelled. Try again, or log in another way.',
  state: 'This login started in another tab or has expired. Try again.',
  provider: 'The provider is not responding correctly. Try again in a minute, or contact an administrator.',
  response: 'The response of the provider was rejected. Try again, or contact an administrator.',
  invitation: 'You have no account here yet. Ask an administrator to invite you.',
  invite:
    'The invitation does not match this login: it is for another address, was already used, or has expired. Ask for a new link.',
  address: 'Your address has an account here that logs in another way. Log in with its password.',
  member: 'Your account is not a member here. Ask an administrator to invite you.',
  ended: 'You were logged out at the provider. Log in again.',
  attempts: 'Too many attempts. Try again in a few minutes.',
  server: 'Heddle could not complete the login. Try again in a minute.',
}
