/** Texts of members, invitations and owners. A function gives a sentence around its values. */
export const memberTexts = {
  // members-page
  members: 'Members',
  membersAbout: 'People who can log in here, and what each of them may do. Roles add up.',
  mappings: 'Groups of the login',
  mappingList: 'Mappings',
  noMembersYet: 'No members yet',
  noMembersAbout: 'Invite the first one: the link lets a person choose a password.',
  you: 'you',
  service: 'service',
  disabled: 'disabled',
  viaLogin: 'from the login',
  editRoles: (name: string) => `Change the roles of ${name}`,
  disable: 'Disable',
  enable: 'Enable',
  remove: 'Remove…',
  actionsFor: (name: string) => `More for ${name}`,
  save: 'Save',
  roles: 'Roles',
  groups: 'Groups',
  rolesEndSessions: 'Takes effect immediately. Open sessions of this person end.',
  roleComesFromLogin: 'granted by groups of the login',
  disableTitle: (name: string) => `Disable ${name}?`,
  disableAbout: 'Sessions end immediately and API keys are revoked. Tasks, groups and roles stay.',
  removeTitle: (name: string) => `Remove ${name}?`,
  removeAbout: 'Removes login, API keys and groups immediately. Decisions and comments stay.',
  removeLabel: 'Remove',
  erase: 'Erase the person…',
  eraseTitle: (name: string) => `Erase ${name}?`,
  eraseAbout:
    'Removes the name and mail address from runs, tasks, comments and mails for good, together with login, sessions and API keys. What the person did stays, attributed to “Erased person”. Values inside runs are not searched for the name.',
  eraseVerb: 'Erase for good',
  typeToErase: (id: string) => `Type ${id} to confirm`,

  // invitations
  invite: 'Invite',
  inviteTitle: 'Invite a person',
  inviteAbout: 'Creates a link to share. It works once and expires after 72 hours.',
  createLink: 'Create the link',
  email: 'Mail address',
  emailNote: 'optional',
  emailHint: 'Only an account with this address can accept.',
  person: 'Person',
  newPerson: 'A new person',
  personHint: 'A person from the directory keeps their tasks and groups.',
  linkTitle: 'Share this link',
  linkMailed: 'The link was also mailed to the invited address.',
  linkNotMailed: 'The mail could not be sent. Share the link yourself.',
  linkAbout: 'It is shown only once and works once. Anyone who has it can become a member.',
  link: 'Link',
  copyLink: 'Copy the link',
  copied: 'Copied',
  done: 'Done',
  pending: 'Open invitations',
  noPending: 'No open invitations.',
  anyAddress: 'Any mail address',
  invitedBy: (name: string) => `by ${name}`,
  ends: 'ends',
  revoke: 'Revoke',
  revokeOf: (who: string) => `Revoke the invitation of ${who}`,

  // second-factor-demand-section
  secondFactor: 'Second factor',
  secondFactorAbout:
    'A code from an authenticator app in addition to the password. A member without one sets it up at the next request. Identity providers decide about their own logins, and API keys keep working.',
  demandSecondFactor: 'Require a second factor from everyone',

  // publish-review-section
  publishReview: 'Publishing',
  publishReviewAbout:
    'People who changed a draft since its last version cannot publish it: someone else reviews the changes and publishes. This also applies to API keys, the command line and imports.',
  demandPublishReview: 'A second person publishes',

  // entries
  entries: 'Administrator visits',
  entriesAbout:
    'Administrators of the installation who entered this owner, for an hour at most. The audit shows what they did.',
  now: 'now',

  // mappings
  mappingsAbout:
    'Roles and groups that people get from the groups of their OIDC login. Applied at each login; what you grant manually stays.',
  claim: 'Group of the login',
  provider: 'Provider',
  anyProvider: 'Any provider',
  anyProviderAbout: 'The same name at two providers may mean two groups',
  ofProvider: (provider: string) => `Of ${provider}`,
  gives: 'Gives',
  group: 'Group',
  role: 'Role',
  addMapping: 'Add a mapping',
  noMappings: 'No mappings yet',
  noMappingsAbout: 'Until then, a login grants no roles or groups.',
  removeMapping: (claim: string) => `Remove the mapping of ${claim}`,

  // accept
  invitationFrom: (owner: string) => `Join ${owner}`,
  invitedYou: (name: string) => `${name} has invited you.`,
  yourRoles: 'Your roles',
  checking: 'Checking the invitation…',
  noToken: 'This link is incomplete. Copy the whole link from the message.',
  cannotAccept: 'This invitation cannot be accepted',
  name: 'Name',
  password: 'Password',
  createAccount: 'Create the account and join',
  haveAccount: 'I have an account: log in',
  joinAs: (email: string) => `Join as ${email}`,
  otherAccount: (email: string) => `You are logged in as ${email}, and this invitation is for another address.`,

  // owners
  noOwnersYet: 'No owners yet',
  owners: 'Owners',
  ownersAbout: 'Tenants of this installation. Each has its own workflows, runs, people and secrets.',
  addOwner: 'Add an owner',
  addOwnerAbout: 'Creates a link for its first administrator.',
  id: 'Id',
  idNote: 'cannot be changed later',
  region: 'Region',
  memberCount: (count: number) => (count === 1 ? '1 member' : `${count} members`),
  suspended: 'suspended',
  rename: 'Rename…',
  renameTitle: (name: string) => `Rename ${name}`,
  suspend: 'Suspend…',
  suspendTitle: (name: string) => `Suspend ${name}?`,
  suspendAbout: 'Nobody can use it until you resume it. Its runs continue.',
  suspendLabel: 'Suspend',
  resume: 'Resume',
  enter: 'Enter…',
  enterTitle: (name: string) => `Enter ${name}`,
  enterAbout: 'You act as its administrator for 60 minutes. Its members see your name and your reason.',
  enterLabel: 'Enter',
  reason: 'Reason',

  // switcher and banner
  switchOwner: (name: string) => `Owner, now ${name}`,
  ownerNow: 'Owner',
  boundTo: (provider: string) => `You logged in with ${provider}, which gives access to this owner only.`,
  itsProvider: 'its provider',
  logInOtherwise: 'Log in to another owner',
  entered: 'An administrator of the installation is here',
  youEntered: (until: string) => `You are here as administrator of the installation until ${until}.`,
  theyEntered: (name: string, until: string) => `${name}, administrator of the installation, is here until ${until}.`,
  leave: 'Leave',
} as const

/** What each role lets a member do, in the words of the dialog. */
export const roleTexts: Readonly<Record<string, { readonly label: string; readonly about: string }>> = {
  viewer: { label: 'Viewer', about: 'Sees workflows and runs.' },
  operator: { label: 'Operator', about: 'Starts, retries and cancels runs, skips steps.' },
  approver: { label: 'Approver', about: 'Decides tasks assigned to them.' },
  designer: { label: 'Designer', about: 'Edits, tests and publishes workflows. Published code runs here.' },
  manager: { label: 'Manager', about: 'Sees and assigns every task.' },
  admin: { label: 'Administrator', about: 'Everything here, including members and secrets.' },
}

export const roleLabel = (role: string): string => roleTexts[role]?.label ?? role
