/** Texts of `components/runs`: run/timeline. A function gives a sentence around its values. */
export const runTimelineTexts = {
  // run/timeline/axis/ticks
  ms: (ms: string | number) => `+${ms} ms`,

  // run/timeline/spans/row-words
  notStarted: (label: string | number) => `${label}: not started`,
  loading: (label: string | number) => `${label}: loading`,
  collapseAndExpandItTo: (label: string | number) => `${label}: collapse and expand it to retry`,
  visits: (length: string | number) => `, ${length} visits`,
  soFar: ' so far',
  andMoreHere: (said: string | number, more: string | number) => `${said}, and ${more} more here`,

  // run/timeline/spans/rows
  couldNotLoad: (workflow: string | number) => `could not load ${workflow}`,
  attempt: (attempt: string | number) => `Attempt ${attempt}`,
  visit: (iteration: string | number, which: string | number) => `Visit ${iteration}, ${which}`,

  // run/timeline/spans/span-events
  looping: 'Looping',
  waitingToRetry: 'Waiting to retry',
  waitingForPerson: 'Waiting for a person',
  processingResponse: 'Processing the response',
  waitingForItsTime: 'Waiting for its time',
  waitingForSignal: (signal: string | number) => `Waiting for signal ${signal}`,
  waitingForInSubWorkflow: (waits: string | number) => `Waiting for ${waits} in a sub-workflow`,
  undoing: 'Undoing',
  running: 'Running',
  toWorkersOf: (attempt: string | number, queue: string | number) => `${attempt} to the workers of ${queue}`,
  attemptSent: (attempt: string | number) => `Attempt ${attempt}, sent`,

  // run/timeline/spans/span-tree
  round: (number: string | number) => `Round ${number}`,
  item: (item: string | number) => `Item ${item}`,

  // run/timeline/timeline-overview
  dragToZoomIntoPart: 'Drag to zoom into part of the run; double-click to show all',

  // run/timeline/timeline-rows
  stepsOverTime: 'Steps over time',

  // run/timeline/timeline-ruler
  nothingRanForClickTo: (formatDuration: string | number) =>
    `Nothing ran for ${formatDuration}. Click to show it at full length.`,
  showOfIdleTime: (formatDuration: string | number) => `Show ${formatDuration} of idle time`,

  // run/timeline/timeline-tools
  timeline: 'Timeline',

  // run/timeline/timeline-view
  noStepsHaveStartedYet: 'No steps have started yet.',

  // run/timeline/use-timeline-actions
  scrollTimeline: 'Scroll the timeline',
  zoomInOnTimeline: 'Zoom in on the timeline',
  zoomOutOfTimeline: 'Zoom out of the timeline',
  showWholeRun: 'Show the whole run',
  earlierOnTimeline: 'Earlier on the timeline',
  laterOnTimeline: 'Later on the timeline',
  expandAllRows: 'Expand all rows',
  collapseAllRows: 'Collapse all rows',
  showIdleTime: 'Show idle time',
  hideIdleTime: 'Hide idle time',
  hideCriticalPath: 'Hide the critical path',
  showCriticalPath: 'Show the critical path',
} as const
