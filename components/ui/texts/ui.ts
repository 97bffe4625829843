/** Texts of `components/ui`. A function gives a sentence around its values. */
export const uiTexts = {
  // controls/copy-button
  copied: 'Copied',
  copy: (label: string | number) => `Copy ${label}`,

  // controls/filter-fold
  filters: 'Filters',
  oneFilter: '1 filter',
  filtersCount: (count: string | number) => `${count} filters`,

  // controls/select
  select: 'Select…',

  // json/json-tree
  moreOf: (min: string | number, rest: string | number) => `${min} more of ${rest}`,
  charactersMore: (rest: string | number) => `${rest} characters more`,

  // json/json-view
  download: (label: string | number) => `Download ${label}`,

  // json/offloaded-value
  largeValueStoredSeparatelyFrom: 'A large value, stored separately from the history',
  downloadLabel: 'Download',

  // json/read-json-text
  notValidJSONYet: (message: string | number) => `Not valid JSON yet: ${message}`,

  // overlay/announcer
  latestUpdate: 'Latest update',

  // overlay/dialog
  close: 'Close',

  // overlay/menu
  menu: 'Menu',

  // overlay/toaster
  message: 'Message',
  dismiss: 'Dismiss',

  // schema-form/broken-fields
  nothingWasSentThisIs: 'Nothing was sent: this is not valid JSON. Fix it, or clear the field.',

  // schema-form/decision
  decision: 'Decision',
  approve: 'Approve',
  decline: 'Decline',
  send: (label: string | number) => `Send “${label}”`,

  // schema-form/file-control
  chooseFile: 'Choose a file',
  replaceFile: 'Choose another file',
  uploading: 'Uploading…',

  // schema-form/json-example
  jsonSuchAs: (sample: string | number) => `JSON, such as\n${sample}`,
  jsonSuchAsText1: 'JSON, such as\n["text", 1]',
  jsonSuchAsNameText: 'JSON, such as\n{"name": "text"}',

  // schema-form/number-control
  tooManyDigitsItWould: (rounded: string | number) => `Too many digits: it would become ${rounded}. Use fewer.`,

  // schema-form/schema-field
  characters: (maxLength: string | number) => `${maxLength} characters`,
  to: (minimum: string | number, maximum: string | number) => `${minimum} to ${maximum}`,
  atLeast: (minimum: string | number) => `at least ${minimum}`,
  atMost: (maximum: string | number) => `at most ${maximum}`,
  moreThan: (exclusiveMinimum: string | number) => `more than ${exclusiveMinimum}`,
  lessThan: (exclusiveMaximum: string | number) => `less than ${exclusiveMaximum}`,

  // schema-form/schema-form
  value: 'Value',

  // schema-form/strings-control
  remove: (word: string | number) => `Remove ${word}`,
  typeAndPressEnter: 'Type and press Enter',

  // text/copy-link
  linkCopied: 'Link copied',
  browserBlockedCopying: 'The browser blocked copying',

  // text/format-time
  ms: (round: string | number) => `${round} ms`,
  min: (floor: string | number) => `${floor} min`,
  oneDay: '1 day',
  days: (days: string | number) => `${days} days`,
  dueNow: 'due now',
  overdueBy: (formatAge: string | number) => `overdue by ${formatAge}`,
  in: (left: string | number) => `in ${left}`,
  atAnyTime: 'at any time',
  before: (end: string | number) => `before ${end}`,
  from: (start: string | number) => `from ${start}`,

  // text/size-words
  kB: (ceil: string | number) => `${ceil} kB`,
  mb: (value: string | number) => `${value} MB`,
  gb: (value: string | number) => `${value} GB`,
} as const
