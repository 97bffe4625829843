/** Texts of `components/designer`: views/inspector. A function gives a sentence around its values. */
export const viewsInspectorTexts = {
  // views/inspector/edge-inspector
  end: 'End',
  connectionFollowedWhenStepCompletes: 'Connection · followed when the step completes',
  routeFollowedWhenItsCondition: 'Route · followed when its condition is true',
  failureFollowedWhenStepFails: 'Failure · followed when the step fails after all retries',
  insertStepHere: 'Insert a step here',
  delete: 'Delete',
  editCondition: 'Edit the condition',
  allRoutesOf: (source: string | number) => `All routes of ${source}`,

  // views/inspector/field-repairs
  line: (line: string | number) => `Line ${line}`,
  currently: 'currently',

  // views/inspector/field-words
  required: 'Required',

  // views/inspector/inspector
  fields: 'Fields',
  fixYAMLErrorsFirstThese: 'Fix the YAML errors first: these fields edit the YAML.',
  fieldsOfSelection: 'Fields of the selection',

  // views/inspector/more-fields
  advanced: 'Advanced',

  // views/inspector/help-line
  aboutField: 'About the field',

  // views/inspector/title-field
  stepNamedAlreadyExists: (name: string | number) => `A step with the id ${name} already exists.`,
  title: 'Title',
  id: 'Id',
  idHelp: 'The id: expressions, the YAML and the API use it. It stays when the title changes.',

  // views/inspector/selection-inspector
  selected: (parts: string | number | null | undefined) => `${parts} selected`,
  dragOneToMoveAll: 'Drag one to move all of them',
  dragItToMoveIt: 'Drag it to move it',
  and: (parts: string | number | null | undefined, parts2: string | number | null | undefined) =>
    `${parts} and ${parts2}`,

  // views/inspector/step-inspector
  test: 'Test',
  in: (name: string | number) => `In ${name}`,
  fieldsOf: (name: string | number) => `Fields of ${name}`,
  nextInList: (target: string | number) => `${target} (next in the list)`,
  unknownHere: (step: string | number) => `${step} · unknown here`,

  // views/inspector/values/field-groups
  whoDecides: 'Who decides',
  whatTheyFillIn: 'What they fill in',
  whenLate: 'Deadline',
  inTheInbox: 'In the inbox',
  whatStartsIt: 'What starts it',
  whatItTakes: 'Start',
  limits: 'Limits',
  whenStepFails: 'When a step fails',

  // views/inspector/values/describe-retry
  after: (timeoutSeconds: string | number) => ` after ${timeoutSeconds}`,
  noRetriesFailureIsFinal: (limit: string | number, limit2: string | number) =>
    `No retries: a failure${limit}${limit2} is final.`,
  andSoOn: ' and so on',
  upToAttemptsWaiting: (attempts: string | number, named: string | number, rest: string | number) =>
    `Up to ${attempts} attempts, waiting ${named}${rest}.`,
  waitsInTotal: (begins: string | number, all: string | number) => `${begins} Waits ${all} in total.`,
  givesUpAtMostAfter: (begins: string | number, all: string | number) =>
    `${begins} Gives up at most ${all} after it started.`,
  orNoResponse: ', or no response',

  // views/inspector/values/duration-words
  n0Seconds: '0 seconds',

  // views/inspector/values/read-value
  enterNumber: 'Enter a number.',
  enterWholeNumber: 'Enter a whole number.',
  enterDurationSuchAs1: 'Enter a duration such as “1 day” or “2 hours 30 minutes”.',
  enterAtLeast: (min: string | number) => `Enter at least ${min}.`,
  enterAtMost: (max: string | number) => `Enter at most ${max}.`,
  enterObject: 'Enter an object: { … }.',

  // views/inspector/workflow-inspector
  workflow: (steps: string | number) => `Workflow · ${steps}`,
  oneStep: '1 step',
  steps: (steps: string | number) => `${steps} steps`,
} as const
