import { limits } from '#core/limits.ts'
import type { AiTool, InjectionRule, RecoveryPolicy, RetryPolicy, ShortTask } from '../definition.ts'
import { type KeyTable, keySpecs } from './key-spec.ts'

const mostSeconds = limits.run.timerMs / 1000

const retry = {
  max_attempts: {
    kind: 'integer',
    label: 'Attempts',
    help: 'Maximum number of attempts, including the first.',
    section: 'retry',
    required: true,
    min: 1,
    max: limits.run.retryAttempts,
    blank: 1,
  },
  initial_interval_seconds: {
    kind: 'duration',
    label: 'First delay',
    help: 'Delay between the first and second attempt.',
    section: 'retry',
    min: 0,
    max: mostSeconds,
    default: 1,
  },
  backoff: {
    kind: 'number',
    label: 'Backoff factor',
    help: 'Each delay is this many times the previous one.',
    section: 'retry',
    min: 1,
    max: 100,
    default: 2,
  },
  max_interval_seconds: {
    kind: 'duration',
    label: 'At most',
    help: 'Maximum delay, unless a server asks for more. Default: one minute, or the first delay if longer; no maximum if a backoff factor is set.',
    section: 'retry',
    min: 0,
    max: mostSeconds,
  },
  non_retryable: {
    kind: 'names',
    label: 'Do not retry these errors',
    help: 'Names of errors that are not worth a retry.',
    section: 'retry',
    placeholder: 'ValidationError',
  },
} satisfies KeyTable<keyof RetryPolicy>

const recovery = {
  stale_seconds: {
    kind: 'duration',
    label: 'Lost after',
    help: 'A worker that sends no heartbeat for as long is considered lost. A step may set its own heartbeat timeout.',
    section: 'main',
    min: 1,
    max: mostSeconds,
    placeholder: '2 minutes',
  },
  attempts: {
    kind: 'integer',
    label: 'Restarts',
    help: 'How often a step that is safe to run again is given to another worker. Other steps fail when their worker is lost.',
    section: 'main',
    min: 0,
    max: limits.run.recoveries,
    placeholder: '3',
  },
} satisfies KeyTable<keyof RecoveryPolicy>

const route = {
  condition: {
    kind: 'expression',
    label: 'If',
    help: 'The route is taken if this is true and no route above was taken.',
    section: 'main',
    placeholder: 'state.amount > 100',
  },
  target: {
    kind: 'step',
    label: 'Go to',
    help: 'The next step, or END.',
    section: 'main',
    aliases: ['next', 'next_step'],
  },
  default: {
    kind: 'step',
    label: 'Otherwise go to',
    help: 'For the last route, instead of a condition and a target: taken when no condition is true.',
    section: 'main',
  },
} satisfies KeyTable<'condition' | 'target' | 'default'>

const task = {
  name: {
    kind: 'text',
    label: 'Name',
    help: 'The name of the task and of its result.',
    section: 'main',
    required: true,
  },
  function: {
    kind: 'function',
    label: 'Function',
    help: 'The function to call. Set this or a sub-workflow.',
    section: 'main',
    aliases: ['function_path'],
  },
  sub_workflow_type: {
    kind: 'workflow',
    label: 'Or sub-workflow',
    help: 'The workflow to run. Set this or a function.',
    section: 'main',
  },
  input: { kind: 'json', label: 'Input', help: 'Input of the sub-workflow.', section: 'main' },
} satisfies KeyTable<keyof ShortTask>

const tool = {
  name: {
    kind: 'text',
    label: 'Name',
    help: 'The name by which the model calls the tool: letters, digits, _ and -.',
    section: 'main',
    required: true,
    blank: '',
    oneLine: limits.ai.toolNameCharacters,
    placeholder: 'find_order',
  },
  description: {
    kind: 'long_text',
    label: 'Description',
    help: 'What the tool does and when to use it. The model reads this.',
    section: 'main',
    placeholder: 'Finds an order by its number.',
  },
  function: {
    kind: 'function',
    label: 'Function',
    help: 'The function to call. Set this or a workflow.',
    section: 'main',
  },
  sub_workflow_type: {
    kind: 'workflow',
    label: 'Or workflow',
    help: 'The workflow to run. Set this or a function.',
    section: 'main',
  },
  input_schema: {
    kind: 'json_schema',
    label: 'Arguments',
    help: 'The form of the arguments. A call that does not fit is sent back to the model and does not run.',
    section: 'main',
  },
  needs_approval: {
    kind: 'boolean',
    label: 'Ask a person before each call',
    help: 'The call waits in the inbox until a person allows it. The model hears of a refusal.',
    section: 'main',
    default: false,
  },
  approvers: {
    kind: 'names',
    label: 'Who decides',
    help: 'Groups that may allow the call. Default: everybody.',
    section: 'main',
    directory: 'groups',
  },
  retry: {
    kind: 'retry',
    label: 'Retry',
    help: 'Attempts of a call that fails. After the last one the model hears of the failure.',
    section: 'main',
    advanced: true,
  },
  timeout_seconds: {
    kind: 'duration',
    label: 'Time limit',
    help: 'For each attempt of a call.',
    section: 'main',
    advanced: true,
    min: 0.001,
    max: mostSeconds,
  },
} satisfies KeyTable<keyof AiTool>

const http = {
  method: {
    kind: 'choice',
    label: 'Method',
    help: 'The HTTP method.',
    section: 'main',
    choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
    default: 'GET',
  },
  url: {
    kind: 'template',
    label: 'URL',
    help: 'The URL, starting with https://. Values from {{ }} after the host are encoded.',
    section: 'main',
    required: true,
    placeholder: 'https://api.example.com/orders/{{ input.order_id }}',
  },
  headers: {
    kind: 'json',
    label: 'Headers',
    help: 'Header names and values.',
    section: 'main',
    schema: { type: 'object' },
  },
  query: {
    kind: 'json',
    label: 'Query parameters',
    help: 'Query parameter names and values.',
    section: 'main',
    schema: { type: 'object' },
    aliases: ['query_params'],
  },
  body: { kind: 'json', label: 'Body', help: 'Sent as JSON; text is sent as is.', section: 'main' },
  expect_status: {
    kind: 'json',
    label: 'Expected status',
    help: 'Any other status is a failure. Default: 200 to 299.',
    section: 'main',
    advanced: true,
    numbers: 'integers',
    schema: {
      type: ['integer', 'array'],
      minimum: 100,
      maximum: 599,
      maxItems: 50,
      items: { type: 'integer', minimum: 100, maximum: 599 },
    },
  },
  timeout: {
    kind: 'duration',
    label: 'Time limit',
    help: 'For the whole request, in seconds.',
    section: 'retry',
    advanced: true,
    min: 0.001,
    max: mostSeconds,
  },
  max_redirects: {
    kind: 'integer',
    label: 'Maximum redirects',
    help: 'How many redirects to follow. Each URL is checked again; secrets are not sent along.',
    section: 'retry',
    advanced: true,
    min: 0,
    max: limits.http.redirects,
    default: 0,
  },
  retry_policy: {
    kind: 'retry',
    label: 'Retry',
    help: 'Same as the retry of a step.',
    section: 'retry',
    advanced: true,
  },
} satisfies KeyTable<
  'method' | 'url' | 'headers' | 'query' | 'body' | 'expect_status' | 'timeout' | 'max_redirects' | 'retry_policy'
>

const anyNumber = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER }

const injectionRule = {
  condition_key: {
    kind: 'text',
    label: 'State field',
    help: 'The field that the rule checks once the step has completed, such as customer.tier.',
    section: 'main',
    required: true,
    blank: '',
  },
  value_match: { kind: 'json', label: 'Is', help: 'The rule applies if the field has this value.', section: 'main' },
  value_is_not: {
    kind: 'json',
    label: 'Is none of',
    help: 'The rule applies if the field has none of these values.',
    section: 'main',
    schema: { type: 'array' },
  },
  value_greater_than: {
    kind: 'number',
    label: 'Is greater than',
    help: 'The rule applies if the field is a number greater than this.',
    section: 'main',
    ...anyNumber,
  },
  value_less_than: {
    kind: 'number',
    label: 'Is less than',
    help: 'The rule applies if the field is a number less than this.',
    section: 'main',
    ...anyNumber,
  },
  value_between: {
    kind: 'json',
    label: 'Is between',
    help: 'The rule applies if the field is a number from the first of these to the second, both included.',
    section: 'main',
    schema: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number' } },
  },
  action: {
    kind: 'choice',
    label: 'Then',
    help: 'What the rule does when it applies.',
    section: 'main',
    required: true,
    choices: ['INSERT_AFTER_CURRENT'],
    blank: 'INSERT_AFTER_CURRENT',
  },
  steps_to_insert: {
    kind: 'loop_body',
    label: 'Steps',
    help: 'They run one after another after the step. Their own rules do not apply.',
    section: 'main',
    required: true,
    blank: [],
  },
} satisfies KeyTable<keyof InjectionRule>

/** Keys of the maps within a step, or within the workflow. */
export const retryKeys = keySpecs(retry)
export const recoveryKeys = keySpecs(recovery)
export const routeKeys = keySpecs(route)
export const taskKeys = keySpecs(task)
export const toolKeys = keySpecs(tool)
export const httpKeys = keySpecs(http)
export const injectionRuleKeys = keySpecs(injectionRule)
