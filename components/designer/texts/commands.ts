/** Texts of `components/designer`: commands. A function gives a sentence around its values. */
export const commandsTexts = {
  // title-step
  titling: 'renaming',
  // commands/annotation-commands
  deletingNote: 'deleting a note',
  noteDeleted: 'Note deleted',
  groupRemovedStepsKept: 'Group removed, steps kept',
  movingNote: 'moving a note',
  noteMoved: 'Note moved',
  noteSelected: 'Note selected',
  noteDeselected: 'Note deselected',
  selected: (steps: string | number | null | undefined) => `${steps} selected`,
  stepsSelected: (length: string | number) => `${length} steps selected`,

  // commands/clipboard
  notPossible: 'Not possible',
  keepsItsValuesHere: (secrets: string | number) => `${secrets} keeps its values here.`,
  copiedWithoutSecrets: 'Copied without secrets',
  cutting: (label: string | number) => `cutting ${label}`,
  thisLooksLikeWorkflowFrom: 'This looks like a workflow from another system. Import it from Workflows.',
  clipboardContainsNoSteps: 'The clipboard contains no steps.',
  nothingToPaste: 'Nothing to paste',
  browserBlockedThisPageCannot: (kind: string | number) => `The browser blocked this page: cannot ${kind}`,
  keyboardInstead: 'Use the keyboard instead.',
  browserBlockedAccessToClipboard: 'The browser blocked access to the clipboard. Use the keyboard instead.',
  nothingWasPasted: 'Nothing was pasted',

  // commands/edge-commands
  movingRouteTo: (target: string | number | null | undefined, to: string | number | null | undefined) =>
    `moving the route to ${target} ${to}`,

  // commands/edge-focus-commands
  hasNoConnections: (step: string | number) => `${step} has no connections`,
  ofOf: (edge: string | number, at: string | number, length: string | number, around: string | number) =>
    `${edge}, ${at} of ${length} of ${around}`,

  // commands/expansion-commands
  isOpen: (name: string | number) => `${name} is open.`,
  isClosed: (name: string | number) => `${name} is closed.`,
  hasNoStepsYet: (name: string | number) => `${name} has no steps yet.`,

  // commands/group-commands
  collapsingGroup: 'collapsing a group',
  expandingGroup: 'expanding a group',

  // commands/outline-commands
  addingStepBefore: (step: string | number) => `adding a step before ${step}`,
  notMoved: (direction: string | number) => `Not moved ${direction}`,
  moving: (step: string | number, direction: string | number) => `moving ${step} ${direction}`,

  // commands/reveal
  nothingChanged: 'Nothing changed',
  yamlChangedSinceThisFix: 'The YAML changed since this fix was offered. Check the current problems.',

  // commands/step-commands
  insertingStep: 'inserting a step',
  addingStep: 'adding a step',
  disablingSteps: 'skipping steps in runs',
  enablingSteps: 'no longer skipping steps in runs',
  movingWords: (words: string | number | null | undefined) => `moving ${words}`,
  cannotConnectTheseSteps: 'Cannot connect these steps',
  duplicating: (label: string | number) => `duplicating ${label}`,
  tidyingUp: 'tidying up',
} as const
