/** Texts of `components/settings`. A function gives a sentence around its values. */
export const settingsTexts = {
  // entry-dialog
  save: 'Save',
  name: 'Name',
  id: 'Id',
  asUsedInWorkflows: 'as used in workflows',

  // group-list
  groups: 'Groups',
  noGroupsYet: 'No groups yet.',
  edit: (name: string | number) => `Edit ${name}`,
  remove: (name: string | number) => `Remove ${name}`,
  noPeople: 'no people',
  onePerson: '1 person',
  people: (members: string | number) => `${members} people`,

  // notifications-section
  onYouAreNotifiedOnce: 'On: you are notified once of each new task, however many tabs are open.',
  off: 'Off.',
  yourBrowserBlocksNotificationsFrom:
    'Your browser blocks notifications from this site. Allow them in the site settings next to the address.',
  yourBrowserDoesNotSupport: 'Your browser does not support notifications for this site.',
  notifications: 'Notifications',
  inThisBrowser: 'In this browser',
  desktopNotificationsForNewTasks: 'Desktop notifications for new tasks, in this browser, while a Heddle tab is open.',
  turnOff: 'Turn off',
  turnOn: 'Turn on',

  // people-list
  peopleLabel: 'People',
  noPeopleYet: 'No people yet.',
  manager: 'Manager',
  actAsAnyone: 'There is no login; on this machine you can act as anyone.',
  actAs: (name: string | number) => `Act as ${name}`,
  actAsLabel: 'Act as',

  // people-section
  peopleAndGroups: 'People and groups',
  addPerson: 'Add a person',
  addGroup: 'Add a group',
  noPeopleYetLabel: 'No people yet',
  credit: 'credit',
  youAreActingAsWho: (actingAs: string | number) =>
    `You are acting as ${actingAs}, who can only view this. Stop acting to make changes.`,
  everyoneInGroupSeesIts: 'Everyone in the group sees its tasks, and one of them decides.',

  // person-dialog
  personWhomTasksCanBe: 'Tasks can be assigned to this person, by name or through a group.',
  mailAddress: 'Mail address',
  forMailAboutTasks: 'optional, for mail about tasks',
  role: 'Role',
  seesEveryTaskAndCan: 'Sees every task and can reassign it.',

  // remove-dialog
  removesThemFromAllGroups:
    'Removes them from all groups. Their decisions and comments stay, and open tasks stay open.',
  itsPeopleStayOpenTasks: 'Its people stay. Open tasks for this group stay open; a manager can reassign them.',
  removeName: (name: string | number) => `Remove ${name}?`,
  removeLabel: 'Remove',

  // settings-nav
  partsOfSettings: 'Settings sections',
  groupsOfParts: { you: 'You', workflows: 'Workflows', access: 'Access', installation: 'Installation' },
  preferences: 'Preferences',
  apiKeys: 'API keys',
  mySessions: 'My sessions',
  members: 'Members',
  owners: 'Owners',

  // settings-page
  settings: 'Settings',
  appearance: 'Appearance',
  forThisBrowser: 'For this browser.',
  theme: 'Theme',

  // loaded-list
  loadingList: (title: string) => `Loading: ${title}`,
  search: 'Search',
  searchIn: (title: string) => `Search in ${title}`,
  noneFound: 'No results.',
  showMore: (more: number) => (more === 1 ? 'Show 1 more' : `Show ${more} more`),

  // quota-section
  quotas: 'Quotas',
  whatQuotasAre: 'What this owner can use. New runs beyond a quota are rejected until there is room.',
  activeRuns: 'Runs in progress',
  startsPerMinute: 'Starts per minute',
  storedBytes: 'Run storage',
  usedOf: (used: string, most: string) => `${used} of ${most}`,
} as const
