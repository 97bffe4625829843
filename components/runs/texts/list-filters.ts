/** Texts of `components/runs`: list/filters. A function gives a sentence around its values. */
export const listFiltersTexts = {
  // list/filters/choice-filters
  statusIs: (length: string | number | null | undefined) => `status is ${length}`,
  anyStatus: 'Any status',
  workflowIs: (value: string | number) => `workflow is ${value}`,
  anyWorkflow: 'Any workflow',
  noWorkflowsYet: 'No workflows yet.',
  oneOf: (length: string | number) => `one of ${length}`,

  // list/filters/linked-filters
  cause: (cause: string | number) => `cause ${cause}`,
  anyCause: 'Any cause',
  failuresWithSameWorkflowStep: 'Failures with the same workflow, step, code and kind of message.',
  anyProblem: 'Any problem',
  anyParent: 'Any parent',
  subWorkflowsStartedBy: 'Sub-workflows started by',
  thisRun: 'this run',
  queueIs: (queue: string | number) => `queue is ${queue}`,
  anyQueue: 'Any queue',
  runsWithStepOnThis: 'Runs with a step on this worker queue.',
  ended: (endedFrom: string | number) => `ended ${endedFrom}`,
  anyEndTime: 'Any end time',
  betweenTheseTimes: 'Between these times.',

  // list/filters/origin-filter
  waitingForPerson: 'Waiting for a person',
  waitingForSignal: 'Waiting for a signal',
  waitingForPersonOrSignal: 'Waiting for a person or a signal',
  notWaitingForPersonOr: 'Not waiting for a person or signal',
  owner: 'Owner',
  region: 'Region',
  excludeWorkflows: 'Exclude workflows',
  forAnyCharactersNightly: 'Use * for any characters: Nightly_*',
  ownerIs: (owner: string | number) => `owner is ${owner}`,
  regionIs: (region: string | number) => `region is ${region}`,
  workflowIsNot: (except: string | number) => `workflow is not ${except}`,
  clearTheseFilters: 'Clear these filters',

  // list/filters/run-address
  lastHour: 'last hour',
  last24Hours: 'last 24 hours',
  last7Days: 'last 7 days',
  last30Days: 'last 30 days',

  // list/filters/run-filters
  searchByWorkflowIdError: 'Search by workflow, id, error or a whole tag',
  workflowIdTagOrError: 'Workflow, id, tag or error',
  searchRuns: 'Search runs',
  runs: 'Runs',
  remove: (each: string | number) => `Remove ${each}`,
  subWorkflows: 'Sub-workflows',
  testRuns: 'Test runs',
  clearAllFilters: 'Clear all filters',
  publishedVersionNumber: 'A published version number.',
  separateTagsWithCommasRuns: 'Separate tags with commas. Runs must have all of them.',
  partOfMessageOrError: 'Part of the message, or the error code.',

  // list/filters/typed-filters
  apply: 'Apply',
  any: (name: string | number) => `Any ${name}`,
  valueInInputOrState:
    'A value in the input or state: input.customer.name = Ada, total > 100, items.sku = LOOM, note contains urgent',
  searchesUpToValuesPer: (
    leaves: string | number,
    depth: string | number,
    textCharacters: string | number,
    inlineCharacters: string | number,
  ) =>
    `Searches up to ${leaves} values per run, top levels first, down to level ${depth}, and texts of up to ${textCharacters} characters. Values over ${inlineCharacters} kB are not searched. Changes are found once a run waits or has ended.`,
  values: (length: string | number) => `${length} values`,
  anyValue: 'Any value',
  enterPathComparisonAndValue: 'Enter a path, a comparison and a value: state.total >= 100',
  value: 'Value',
  inputOrderId17: 'input.order_id = A-17',
  from: (replace: string | number) => `from ${replace}`,
  to: (replace: string | number) => `to ${replace}`,
  created: (since: string | number, label: string | number) => `created ${since}${label}`,
  anyTime: 'Any time',
  in: (words: string | number) => `In ${words}`,
  fromLabel: 'From',
  toLabel: 'To',
  enterYearFromTo: (firstYear: string | number, lastYear: string | number) =>
    `Enter a year from ${firstYear} to ${lastYear}.`,
  over: (formatDuration: string | number) => `over ${formatDuration}`,
  under: (formatDuration: string | number) => `under ${formatDuration}`,
  duration: (words: string | number) => `duration ${words}`,
  anyDuration: 'Any duration',
  longerThan: 'Longer than',
  shorterThan: 'Shorter than',
  enterNumberSuchAs90: 'Enter a number such as 90 or 1.5.',
  fromStartToEndOr: 'From start to end, or until now for runs in progress.',

  // list/filters/unreadable-filter
  partOfThisFilterIs: 'Part of this filter is not valid',
  removeInvalidFilters: 'Remove invalid filters',

  // list/filters/unreadable
  enterWholeNumberAsVersion: 'Enter a whole number as the version.',
  enterDurationInSecondsSuch: 'Enter the duration in seconds, such as 90 or 1.5.',
  use1h24h7dOr: 'Use 1h, 24h, 7d or 30d as the time span.',
  causeHas16DigitsAnd: 'A cause has 16 digits and letters from a to f, as shown in the list of causes.',
  thereIsNoSuchProblem: 'There is no such problem filter.',
  fullRunId: 'Use the full run id.',
  personSignalYesEither: 'Use person, signal, yes (either) or no.',
  createdFrom: 'created from',
  createdUntil: 'created until',
  createdIn: 'created in',
  endedFrom: 'ended from',
  endedUntil: 'ended until',
  longerThanWord: 'longer than',
  shorterThanWord: 'shorter than',
  isNotValid: (names: string | number) => `${names} is not valid`,
  isNotValidNamesAndText: (names: string | number, text: string | number) => `${names} ${text} is not valid`,
  pathComparisonAndValue: 'Use a path, a comparison and a value: state.total >= 100',
  timeSuchAs2026: (firstYear: string | number, lastYear: string | number) =>
    `Use a time such as 2026-11-21 or 2026-11-21T08:00Z, in the years ${firstYear} to ${lastYear}.`,
} as const
