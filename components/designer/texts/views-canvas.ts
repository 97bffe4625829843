/** Texts of `components/designer`: views/canvas. A function gives a sentence around its values. */
export const viewsCanvasTexts = {
  // views/canvas/broken-text-notice
  goToLine: (text: string | number) => `Go to line ${text}`,
  yamlHasErrorsCanvasShows: 'The YAML has errors. The canvas shows the last valid version.',

  // views/canvas/canvas-map
  minimap: 'Minimap',

  // views/canvas/canvas-tools
  liveRunsAtSteps: 'Live runs at steps',
  rollback: 'Undo completed steps on failure',
  rollbackIsOn: 'A run that fails undoes its completed steps',
  rollbackIsOff: 'Undo completed steps when a run fails (saga)',

  // views/canvas/designer-canvas
  canvas: 'Canvas',
  showStart: 'Show triggers and input',

  // views/canvas/empty-canvas
  addYourFirstStep: 'Add your first step',
  pickOneOfThese: 'Pick one of these',

  // views/canvas/extract-dialog
  movingStepsInto: (length: string | number, name: string | number) => `moving ${length} steps into ${name}`,
  createdWorkflow: (name: string | number) => `Created the workflow ${name}`,
  publishItBeforeYouRun: 'Publish it before you run this workflow.',
  open: 'Open',
  extractToSubWorkflow: 'Extract to a sub-workflow',
  extract: 'Extract',
  nameOfNewWorkflow: 'Name of the new workflow',
  itReceivesThisWorkflowsState: 'It receives this workflow’s state and returns it. Behavior does not change.',
  lettersDigitsAndStarting: 'Use letters, digits and _ . / -, starting with a letter.',
  andMore: (steps: string | number | null | undefined, length: string | number | null | undefined) =>
    `${steps} and ${length} more`,

  // views/canvas/far-steps-notice
  goThere: 'Go there',
  arrange: 'Arrange',
  dismiss: 'Dismiss',
  tooFarAwayToFit: (length: string | number) => `${length} too far away to fit in view.`,
  is: (first: string | number) => `${first} is`,
  are: (length: string | number) => `${length} are`,

  // views/canvas/find-panel
  findOnCanvas: 'Find on canvas',
  nameTypeExpressionOrUses: 'Name, type, expression, or uses Step',
  previous: 'Previous',
  next: 'Next',
  closeSearch: 'Close the search',
  searchResults: 'Search results',
  of: (min: string | number, count: string | number) => `${min} of ${count}`,

  // views/canvas/use-clipboard
  workflowCanHaveUpTo: (textBytes: string | number) => `A workflow can have up to ${textBytes} kB of text.`,
  tooMuchToPaste: 'Too much to paste',
  copied: (step: string | number) => `${step} copied`,

  // views/canvas/envelope-strip
  envelope: 'Envelope',
  envelopeStages: {
    validate: 'Validate',
    conditions: 'Conditions',
    discover: 'Resources',
    locks: 'Locks',
    rollback: 'Rollback',
    acknowledge: 'Acknowledge',
  },
} as const
