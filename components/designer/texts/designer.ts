/** Texts of `components/designer`. A function gives a sentence around its values. */
export const designerTexts = {
  // step-entries
  stepsOfThisWorkflow: 'Steps of this workflow',

  // algorithms/drawing/scene
  noStepsYetDropOne: 'No steps yet. Drop one here.',

  // algorithms/steps/around-step
  canOnlySwapWithStep: (step: string | number) => `${step} can only swap with the step directly before or after it.`,
  isBranchOf: (target: string | number, direction: string | number, source: string | number) =>
    `${target} is the ${direction} branch of ${source}.`,

  // designer-skeleton
  loadingWorkflow: 'Loading workflow',
  workflows: 'Workflows',

  // use-local-draft
  showingCopySavedInThis: 'Showing the copy saved in this browser',
  serverDoesNotRespondYour: 'The server does not respond. Your changes are saved once it is back.',

  // use-session-for
  anotherTabLeftUnsavedText: 'Another tab left unsaved text',
  itIsSavedInThis: 'It is saved in this browser.',
  show: 'Show',

  // views/annotations/groups-layer
  groupSteps: (title: string | number, length: string | number) => `Group ${title}, ${length} steps`,
  dragToMoveGroupDouble: 'Drag to move the group, double-click to rename it',
  collapseGroup: 'Collapse the group',
  collapseGroupTitle: (title: string | number) => `Collapse the group ${title}`,

  // views/annotations/note-editor
  commentInYAML: 'A comment in the YAML',

  // views/annotations/notes-layer
  noteOn: (step: string | number) => `Note on ${step}`,
  noteOnStepAndText: (step: string | number, text: string | number) => `Note on ${step}: ${text}`,
  movingNote: 'moving a note',
  note: 'Note',
  noteTextAndSelected: (text: string | number, selected: string | number) => `Note: ${text}${selected}`,
  writingNote: 'writing a note',
  selected: ', selected',

  // views/annotations/title-input
  namingGroup: 'naming a group',
  titleOfGroup: 'Title of the group',

  // views/annotations/use-annotation

  // views/dock/dock
  loadingEditor: 'Loading editor…',
  yamlProblemsAndOutline: 'YAML, problems and outline',
  problems: 'Problems',
  outline: 'Outline',
  values: 'Values',
  fields: 'Fields',
  hideLowerPanel: 'Hide the lower panel',
  showLowerPanel: 'Show the lower panel',

  // views/dock/problem-list
  warning: 'Warning',
  toDo: 'To do',
  noProblemsReadyToPublish: 'No problems. Ready to publish.',
  lineOfYAML: (line: string | number) => `Line ${line} of the YAML`,

  // views/dock/resizer
  heightOfLowerPanel: 'Height of the lower panel',

  // views/expression/expression-view
  changeTo: (text: string | number) => `Change to ${text}`,

  // views/expression/preview-line
  preview: 'Preview',
  noValueWith: (origin: string | number) => `No value with the ${origin}:`,

  // views/nodes/designer-node
  removeBranch: 'Remove the branch',
  addBranch: 'Add a branch',
  addFirstRoute: 'Add the step of the first route',
  addBranchTo: (step: string) => `Add a branch to ${step}`,
  next: 'next',
  onError: 'on error',
  dragToNextStep: 'Drag to the next step',
  dragToStepThatHandles: 'Drag to the step that handles a failure',

  // views/nodes/folded-group
  expandGroup: 'Expand the group',

  // views/nodes/open-button
  openInPlace: 'Open in place',
  open: (sub_workflow_type: string | number) => `Open ${sub_workflow_type}`,
  openWorkflow: (sub_workflow_type: string | number) => `Open the workflow ${sub_workflow_type}`,
  close: 'Close',
  closeName: (name: string | number) => `Close ${name}`,

  // views/nodes/trial-mark
  pinned: 'pinned',
  outOfDate: 'out of date',
  inRunShown: (word: string | number) => `in the run shown: ${word}`,

  // views/outline/annotation-rows
  groupsAndNotes: 'Groups and notes',
  collapsed: ', collapsed',
  group: (title: string | number, words: string | number, steps: string | number) =>
    `Group ${title}, ${words}: ${steps}`,
  noteText: (text: string | number) => `Note: ${text}`,

  // views/outline/outline-row
  leadsTo: (leads: string | number) => `, leads to ${leads}`,
  eachRoundOf: (parent: string | number | null | undefined) => `each round of ${parent}`,
  insertedBy: (rule: string | number) => `inserted by ${rule}`,
  onFailure: 'on failure',
  atSameTime: 'at the same time',
  onFailureTarget: (target: string | number) => `${target} on failure`,
  otherwise: (target: string | number) => `${target} otherwise`,
  if: (target: string | number, label: string | number) => `${target} if ${label}`,
  rule: 'a rule',

  // views/outline/outline-tools
  outlineTools: 'Outline tools',
  furtherTools: 'More for the step',

  // views/outline/outline
  noStepsYetAddFirst: 'No steps yet. Add the first one with the button above.',
  steps: 'Steps',

  // views/outline/rename-input
  newNameOf: (step: string | number) => `New name of ${step}`,

  // views/text/yaml-editor
  tooMuchText: 'Too much text',
  workflowCanHaveUpTo: (textBytes: string | number) => `A workflow can have up to ${textBytes} kB. Nothing changed.`,

  // views/text/yaml-help
  stepTypeSTANDARDByDefault: 'The step type; STANDARD by default.',
  stepsOfWorkflowInOrder: 'The steps of the workflow, in order.',
  positionsOfStepsOnCanvas: 'The positions of the steps on the canvas, by name.',
  titleOfGroupLabel: 'The title of the group.',
  namesOfStepsInGroup: 'The names of the steps in the group.',
  whetherGroupIsDrawnAs: 'Whether the group is drawn as one box.',
  rulesThatInsertStepsAnd: 'Rules that insert steps, and when.',
  stepThatRunsNext: 'The step that runs next.',
  branchEnds: 'the branch ends',
  oneOf: (choices: string | number) => `\nOne of ${choices}.`,

  // views/text/yaml-view
  selectAll: 'Select all',
  matchCase: 'Match case',
  regularExpression: 'Regular expression',
  wholeWords: 'Whole words',
  replaceAll: 'Replace all',
  closeSearch: 'Close the search',
  yamlOfWorkflow: 'YAML of the workflow',
} as const
