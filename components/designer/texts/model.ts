/** Texts of `components/designer`: model. A function gives a sentence around its values. */
export const modelTexts = {
  // model/drawing/canvas-drawing
  couldNotArrangeSteps: 'Could not arrange the steps',
  stepsAreShownInOne: 'Steps are shown in one column.',

  // model/drawing/expansion-store
  loading: (workflow: string | number) => `Loading ${workflow}…`,
  couldNotLoadCloseIt: (workflow: string | number) => `Could not load ${workflow}. Close it and open it again.`,
  isNotPublishedYet: (workflow: string | number) => `${workflow} is not published yet.`,
  cannotReadYAMLOf: (workflow: string | number) => `Cannot read the YAML of ${workflow}.`,

  // model/drawing/flow-node
  openStep: 'open step',

  // model/drawing/labels
  unknownType: (written_type: string | number) => `unknown type ${written_type}`,
  selectedBy: (people: string | number) => `, selected by ${people}`,
  groupCollapsed: (title: string | number, length: string | number, problems: string | number) =>
    `Group ${title}, collapsed, ${length}${problems}`,
  oneStep: '1 step',
  steps: (count: string | number) => `${count} steps`,
  fromTo: (source: string | number, target: string | number) => `from ${source} to ${target}`,
  onFailure: (ends: string | number) => `On failure ${ends}`,
  route: (ends: string | number, escapeInvisible: string | number) => `Route ${ends}, ${escapeInvisible}`,
  connection: (ends: string | number) => `Connection ${ends}`,

  // model/presence/person
  anotherWindow: (number: string | number) => `Another window (${number})`,
  anotherWindowLabel: 'Another window',

  // model/problems/problem-finder
  searchForProblems: 'The search for problems',

  // model/problems/problem-store
  toDo: (length: string | number) => `${length} to do`,
  oneProblem: '1 problem',
  problems: (length: string | number) => `${length} problems`,

  // model/problems/say-unsure-scripts
  andMore: (first: string | number | null | undefined, length: string | number | null | undefined) =>
    `${first} and ${length} more`,
  codeOfMayStillUse: (where: string | number | null | undefined, gone: string | number | null | undefined) =>
    `The code of ${where} may still use ${gone}`,
  itCouldNotBeUpdated: 'It could not be updated automatically. Check the code and enter the new name.',

  // model/saving/autosave
  savingOfDraft: 'The saving of a draft',

  // model/saving/local-copy
  localCopy: 'The local copy',

  // model/saving/report-merged
  keepsYourPosition: (placed: string | number) => `${placed} keeps your position`,
  anotherWindowWord: 'another window',

  // model/saving/report-not-stored
  couldNotSaveReplacedText: 'Could not save the replaced text',
  thisBrowsersStorageIsFull: 'This browser’s storage is full. Copy your text now if you may need it.',
  copyMyText: 'Copy my text',

  // model/session
  couldNotMerge: 'Could not merge',
  resolveItWithButtonNext: 'Resolve it with the button next to the name.',
  notPossible: 'Not possible',

  // model/trial/sample-form
  listItem: 'List item',
  outputsOfEarlierSteps: 'Outputs of earlier steps',
  inputOfWorkflow: 'Input of the workflow',

  // model/trial/sample
  lastRun: 'last run',
  run: 'a run',
  sampleInput: 'sample input',

  // model/trial/with-pinned
  andPinnedOutputs: (origin: string | number) => `${origin} and pinned outputs`,
} as const
