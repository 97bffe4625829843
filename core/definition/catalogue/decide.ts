import { limits } from '#core/limits.ts'
import { counted } from './describe-seconds.ts'
import { stepType } from './key-spec.ts'

export const decision = stepType({
  type: 'DECISION',
  label: 'Decision',
  group: 'Decide',
  icon: 'split',
  description: 'Takes one of several routes',
  keys: {
    routes: {
      kind: 'routes',
      label: 'Routes',
      help: 'Checked from top to bottom: the first route whose condition is true is taken. A default comes last.',
      section: 'main',
      required: true,
      impliedBy: ['function'],
      blank: [],
    },
    function: {
      kind: 'function',
      label: 'Run a function first',
      help: 'Runs before the routes are evaluated; its result is merged into the state.',
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
  description: 'Runs several tasks in parallel',
  keys: {
    tasks: {
      kind: 'tasks',
      label: 'Tasks',
      help: 'Functions, sub-workflows and whole steps that run in parallel, each with a name.',
      section: 'main',
    },
    iterate_over: {
      kind: 'expression',
      label: 'For each of',
      help: 'A list. The function or the step runs once per item.',
      section: 'main',
      placeholder: 'input.items',
    },
    task_function: {
      kind: 'function',
      label: 'Call for each',
      help: 'The function to call with each item of the list.',
      section: 'main',
    },
    task: {
      kind: 'branch',
      label: 'Run for each',
      help: 'The step to run for each item of the list, instead of a function.',
      section: 'main',
    },
    item_var_name: {
      kind: 'text',
      label: 'Item variable',
      help: 'The name for the current item in expressions.',
      section: 'main',
      advanced: true,
      default: 'item',
    },
    batch_size: {
      kind: 'integer',
      label: 'Concurrency',
      help: 'How many items run in parallel.',
      section: 'main',
      min: 1,
      max: limits.definition.parallelTasks,
    },
    merge_strategy: {
      kind: 'choice',
      label: 'Merge results',
      help: 'SHALLOW: top-level fields. DEEP: nested objects are merged as well.',
      section: 'data',
      advanced: true,
      choices: ['SHALLOW', 'DEEP'],
      choiceWords: { SHALLOW: 'Top-level fields', DEEP: 'Nested objects as well' },
      choiceAliases: { merge: 'SHALLOW' },
      default: 'SHALLOW',
    },
    merge_conflict_behavior: {
      kind: 'choice',
      label: 'If two tasks set the same field',
      help: 'The later task wins, the earlier task wins, or the step fails.',
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
      label: 'Continue if some fail',
      help: 'The step completes with the results of the successful tasks.',
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
  description: 'Repeats steps for each item, or while a condition is true',
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
      help: 'A list, read once when the loop starts.',
      section: 'main',
      placeholder: 'input.items',
    },
    while_condition: {
      kind: 'expression',
      label: 'While',
      help: 'Evaluated before each iteration; the loop ends when it is false.',
      section: 'main',
      placeholder: 'state.done == false',
    },
    item_var_name: {
      kind: 'text',
      label: 'Item variable',
      help: 'The name for the current item in expressions.',
      section: 'main',
      advanced: true,
      default: 'item',
    },
    max_iterations: {
      kind: 'integer',
      label: 'Maximum iterations',
      help: 'The step fails if the loop runs longer. Required for WHILE.',
      section: 'main',
      min: 1,
      max: limits.run.loopIterations,
    },
    loop_body: {
      kind: 'loop_body',
      label: 'Steps',
      help: 'The steps to repeat.',
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
