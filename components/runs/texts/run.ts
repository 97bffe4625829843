/** Texts of `components/runs`: run. A function gives a sentence around its values. */
export const runTexts = {
  // run/run-page
  heightOfGraph: 'Height of the graph',
  updating: 'Updating…',

  // run/use-step-entries
  stepsOfThisRun: 'Steps of this run',

  // run/child-panel
  backToFullRun: 'Back to the full run',
  thisRun: 'This run',
  openThisRun: 'Open this run',
  openItInItsRun: (workflow: string | number) => `Open it in its run of ${workflow}`,
  itHadNotStarted: 'It had not started.',

  // run/history/event-detail
  event: (seq: string | number) => `Event ${seq}`,
  copied: 'Copied',
  copyLink: 'Copy link',
  closeEvent: 'Close the event',
  eventAsJSON: 'Event as JSON',

  // run/history/history-row
  eventAsJSONSeq: (seq: string | number) => `Event ${seq} as JSON`,

  // run/history/history-table
  eventsOfThisRunNewest: 'Events of this run, newest last',
  json: 'JSON',
  noEventsMatch: 'No events match.',

  // run/history/history-toolbar
  allSteps: 'All steps',
  searchHistory: 'Search history',
  search: 'Search',
  eventsOfStep: 'Events of the step',
  filterEvents: 'Filter events',
  of: (found: string | number, length: string | number) => `${found} of ${length}`,
  allEvents: 'All events',

  // run/instant/instant-words
  eventOf: (seq: string | number, length: string | number) => `Event ${seq} of ${length}`,

  // run/instant/scrubber-track
  pointInTime: 'Point in time',

  // run/instant/scrubber
  stopPlayback: 'Stop playback',
  playBackRun: 'Play back the run',
  thisRunHasNoEvent: (missing: string | number) => `This run has no event ${missing}.`,
  itHasSoFarShowing: (length: string | number) => `It has ${length} so far. Showing the current state.`,
  now: 'Now',
  live: 'Live',

  // run/instant/use-instant-actions
  previousFailureWaitOrRollback: 'Previous failure, wait or rollback',
  nextFailureWaitOrRollback: 'Next failure, wait or rollback',
  previousEvent: 'Previous event',
  nextEvent: 'Next event',
  firstEvent: 'First event',
  backToNow: 'Back to now',

  // run/run-bar
  runs: 'Runs',
  partOfTest: 'part of a test',

  // run/run-details
  details: 'Details',

  // run/run-dock
  viewsOfThisRun: 'Views of this run',
  timeline: 'Timeline',
  history: 'History',
  state: 'State',
  pastState: 'Past state',

  // run/run-page
  isNotRunId: (runId: string | number) => `${runId} is not a run id.`,

  // run/graph/no-graph
  thisRunsWorkflowCannotBe: 'This version of Heddle cannot draw the workflow. Timeline and history are complete.',

  // run/state/diff-tree
  moreDifferences: (more: string | number) => `${more} more differences`,
  unchanged: (same: string | number, same2: string | number) => `${same} ${same2} unchanged`,
  full: 'full',
  valueOf: (name: string | number) => `value of ${name}`,

  // run/state/state-view
  changesByEvent: (seq: string | number) => `Changes by event ${seq}`,
  input: 'Input',
  output: 'Output',
  runsWith: (condition: string | number) => `Runs with ${condition}`,
  noneYet: 'None yet.',

  // run/tree/run-lineage
  retriesAndReruns: 'Retries and reruns',
  rerunOf: 'Rerun of',
  ofVersion: (version: string | number) => ` of version ${version}`,
  from: (from_step: string | number) => `, from ${from_step}`,
  attemptRetriedBy: (attempt: string | number, by: string | number) => `Attempt ${attempt}: retried by ${by}`,
  viewEndOfAttempt: (attempt: string | number) => `View the end of attempt ${attempt}`,
  viewItsEnd: 'View its end',
  runAgainAs: 'Run again as',
  by: (by: string | number) => ` by ${by} `,
  byVersion: (version: string | number) => `, by version ${version}`,

  // run/tree/run-tree
  tree: 'Tree',
  subWorkflowsOf: (workflow: string | number) => `Sub-workflows of ${workflow}`,
  continuesOnItsOwnIts: 'continues on its own: its parent run has ended',
  more: (rest: string | number) => `${rest} more`,
  moreNotShown: (left: string | number, left2: string | number) => `${left} more ${left2} not shown:`,
  showAll: 'show all',
  waitingForAt: (kind: string | number, step: string | number) => `waiting for a ${kind} at ${step}`,
  waitingFor: 'waiting for',
  andMore: (length: string | number) => ` and ${length} more`,
} as const
