import { limits } from '#core/limits.ts'
import { counted } from './describe-seconds.ts'
import { stepType } from './key-spec.ts'

export const decision = stepType({
  type: 'DECISION',
  label: 'Decision',
  group: 'Decide',
  icon: 'split',
  description: 'Chooses one way to go on',
  keys: {
    routes: {
      kind: 'routes',
      label: 'Routes',
      help: 'Tried from top to bottom; the first whose condition is true is taken. The default, if any, is the last.',
      section: 'main',
      required: true,
      impliedBy: ['function'],
      blank: [],
    },
    function: {
      kind: 'function',
      label: 'Function before',
      help: 'Called before the conditions are looked at; its result is merged into the state.',
      section: 'main',
    },
  },
  summary: ({ routes }) => (routes.length === 0 ? 'No routes yet' : counted(routes.length, 'route')),
})

export const parallel = stepType({
  type: 'PARALLEL',
  label: 'Parallel',
  group: 'Decide',
  icon: 'rows-3',
  description: 'Does several things at the same time',
  keys: {
    tasks: {
      kind: 'tasks',
      label: 'Tasks',
      help: 'What runs side by side: functions and sub-workflows, each with a name.',
      section: 'main',
    },
    iterate_over: {
      kind: 'expression',
      label: 'For each of',
      help: 'A list. The task function is called once for each of its items.',
      section: 'main',
      placeholder: 'input.items',
    },
    task_function: {
      kind: 'function',
      label: 'Call for each',
      help: 'The function that is called with each item of the list.',
      section: 'main',
    },
    item_var_name: {
      kind: 'text',
      label: 'Name of the item',
      help: 'How expressions call the item at hand.',
      section: 'main',
      advanced: true,
      default: 'item',
    },
    batch_size: {
      kind: 'integer',
      label: 'At the same time',
      help: 'How many items are worked on at once.',
      section: 'main',
      min: 1,
      max: limits.definition.parallelTasks,
    },
    merge_strategy: {
      kind: 'choice',
      label: 'Merge results',
      help: 'SHALLOW: field by field. DEEP: objects within objects are merged as well.',
      section: 'data',
      advanced: true,
      choices: ['SHALLOW', 'DEEP'],
      choiceWords: { SHALLOW: 'Field by field', DEEP: 'Objects within objects as well' },
      choiceAliases: { merge: 'SHALLOW' },
      default: 'SHALLOW',
    },
    merge_conflict_behavior: {
      kind: 'choice',
      label: 'When two tasks set one field',
      help: 'The later task wins, the earlier one wins, or the step fails.',
      section: 'data',
      advanced: true,
      choices: ['PREFER_NEW', 'PREFER_EXISTING', 'RAISE_ERROR'],
      choiceWords: {
        PREFER_NEW: 'The later one wins',
        PREFER_EXISTING: 'The earlier one wins',
        RAISE_ERROR: 'The step fails',
      },
      choiceAliases: { PREFER_OLD: 'PREFER_EXISTING' },
      default: 'PREFER_NEW',
    },
    allow_partial_success: {
      kind: 'boolean',
      label: 'Go on when some fail',
      help: 'The step completes with the results of those that succeeded.',
      section: 'retry',
      default: false,
    },
  },
  summary({ tasks, iterate_over }) {
    if (iterate_over !== undefined) return `Each of ${iterate_over}`
    return tasks === undefined || tasks.length === 0 ? 'No tasks yet' : counted(tasks.length, 'task')
  },
})

export const loop = stepType({
  type: 'LOOP',
  label: 'Loop',
  group: 'Decide',
  icon: 'repeat',
  description: 'Repeats steps for each item, or while a condition holds',
  keys: {
    mode: {
      kind: 'choice',
      label: 'Repeat',
      help: 'ITERATE: once for each item of a list. WHILE: as long as a condition is true.',
      section: 'main',
      choices: ['ITERATE', 'WHILE'],
      choiceWords: { ITERATE: 'For each item of a list', WHILE: 'While a condition is true' },
      required: true,
      impliedBy: ['iterate_over', 'while_condition'],
      blank: 'ITERATE',
    },
    iterate_over: {
      kind: 'expression',
      label: 'For each of',
      help: 'A list, read once when the loop begins.',
      section: 'main',
      placeholder: 'input.items',
    },
    while_condition: {
      kind: 'expression',
      label: 'While',
      help: 'Looked at before each round; the loop ends when it is false.',
      section: 'main',
      placeholder: 'state.done == false',
    },
    item_var_name: {
      kind: 'text',
      label: 'Name of the item',
      help: 'How expressions call the item at hand.',
      section: 'main',
      advanced: true,
      default: 'item',
    },
    max_iterations: {
      kind: 'integer',
      label: 'Rounds at most',
      help: 'A loop that would go on after as many rounds fails. Needed for WHILE.',
      section: 'main',
      min: 1,
      max: limits.run.loopIterations,
    },
    loop_body: {
      kind: 'loop_body',
      label: 'Steps',
      help: 'The steps that are repeated, as a list of their own.',
      section: 'main',
      required: true,
      blank: [],
    },
  },
  summary(step) {
    const goesOn = step.mode === 'WHILE' ? step.while_condition : step.iterate_over
    if (goesOn === undefined) return 'No end yet'
    return step.mode === 'WHILE' ? `While ${goesOn}` : `Each of ${goesOn}`
  },
})
