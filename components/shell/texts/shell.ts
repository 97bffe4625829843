/** Texts of `components/shell`. A function gives a sentence around its values. */
export const shellTexts = {
  // actions/action
  goTo: 'Go to',

  // actions/shell-actions
  overview: 'Overview',
  workflows: 'Workflows',
  runs: 'Runs',
  inbox: 'Inbox',
  triggers: 'Triggers',
  locks: 'Locks',
  workersAndEngines: 'Workers and engines',
  help: 'Help',
  settings: 'Settings',
  lightTheme: 'Use light theme',
  darkTheme: 'Use dark theme',
  systemTheme: 'Use system theme',
  searchAndCommands: 'Search and commands',
  keyboardShortcuts: 'Keyboard shortcuts',
  toggleSidebar: 'Toggle sidebar',

  // dialog/use-dialog-submit
  thisDialog: 'This dialog',

  // failure/failure-page
  somethingWentWrong: 'Something went wrong',
  serverDoesNotRespond: 'The server does not respond',
  databaseDoesNotRespond: 'The database does not respond',
  cannotDisplayThisPage: 'This page could not be displayed',
  couldNotLoadThisPage: 'Could not load this page',
  couldNotLoadThisList: 'Could not load this list',
  reload: 'Reload',
  tryAgain: 'Try again',
  goToOverview: 'Go to overview',

  // failure/not-found-page
  notFound: 'Not found',
  pageNotFound: 'Page not found',
  itMayHaveBeenRenamed: 'It may have been renamed or archived, or the link is incomplete.',

  // frame/app-shell
  skipToContent: 'Skip to content',
  navigation: 'Navigation',

  // frame/connection-notice
  connectionToServerLostThis:
    'Connection to the server lost. This page may be out of date; it reconnects automatically.',
  pageYouSelectedOpensThen: ' The page you selected opens then.',

  // frame/navigation
  main: 'Main',
  heddle: 'Heddle',
  search: 'Search',

  // frame/theme-menu
  theme: 'Theme',

  // frame/top-bar
  openNavigation: 'Open navigation',
  breadcrumb: 'Breadcrumb',

  // page-skeleton
  loadingPage: 'Loading page',

  // palette/command-palette
  commandPalette: 'Command palette',
  searchEverything: 'Search everything',
  searchOrTypeCommand: 'Search workflows, runs, steps, tasks, or type a command',
  searching: 'Searching…',
  tasks: 'Tasks',
  functions: 'Functions',
  documentation: 'Documentation',
  copied: (name: string | number) => `${name} copied`,

  // palette/settings-entries
  peopleAndGroups: 'People and groups',
  desktopNotifications: 'Desktop notifications',
  appearance: 'Appearance',
  noResults: 'No results',

  // dialog/shown-once-dialog
  copyText: 'Copy',
  textCopied: 'Copied',
  done: 'Done',
} as const
