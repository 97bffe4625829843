/** Texts of `components/runs`: run/graph. A function gives a sentence around its values. */
export const runGraphTexts = {
  // run/graph/fan-items
  item: (index: string | number) => `Item ${index}`,

  // run/graph/fan-panel
  failed: 'Failed',
  waitsForPerson: 'Waits for a person',
  tryingAgain: 'Trying again',
  subWorkflow: 'Sub-workflow',
  running: 'Running',
  abandoned: 'Abandoned',
  done: 'Done',
  itemsOf: (step: string | number) => `Items of ${step}`,
  closeItems: 'Close the items',
  filterItems: 'Filter items',
  noItemHadStartedBy: 'No item had started by then.',
  items: 'Items',
  attempts: (attempt: string | number) => `${attempt} attempts`,

  // run/graph/graph-tools
  previousRound: 'Previous round (<)',
  roundOf: (shown: string | number, count: string | number) => `Round ${shown} of ${count}`,
  nextRound: 'Next round (>)',
  showItemsO: 'Show items (o)',
  collapseO: 'Collapse (o)',
  expandO: 'Expand (o)',

  // run/graph/run-overlay
  itemsDone: (done: number, count: number) => `${done} of ${count} done`,
  started: 'Started',
  startedBy: (name: string) => `By ${name}`,
  startedByStep: (step: string) => `By ${step} of another run`,
  completed: 'Completed',
  reached: 'Reached',

  // run/graph/preview-overlay
  notAffected: 'Not affected',
  but: (word: string | number, lacks: string | number) => `${word}, but ${lacks}`,
  hasSideEffects: (word: string | number) => `${word}, has side effects`,

  // run/graph/roll-up
  ofDone: (done: string | number, length: string | number) => `${done} of ${length} done`,
  failedFailed: (failed: string | number) => `${failed} failed`,
  oneWaits: '1 waits',
  wait: (waits: string | number) => `${waits} wait`,

  // run/graph/run-graph
  stepsOfThisRun: 'Steps of this run',

  // run/graph/run-overlay
  since: (startedAt: string | number) => `since ${startedAt}`,
  oneRound: '1 round',
  rounds: (iterations: string | number) => `${iterations} rounds`,
  failed2: (failed: string | number) => `, ${failed} failed`,

  // run/graph/use-graph-actions
  showItemsOfStep: 'Show the items of the step',
  collapseStep: 'Collapse the step',
  expandStep: 'Expand the step',
  previousRoundOfLoop: 'Previous round of the loop',
  nextRoundOfLoop: 'Next round of the loop',
} as const
