import { limits } from '#core/limits.ts'
import { httpConnectionKinds } from '../connections/kinds.ts'
import { counted } from './describe-seconds.ts'
import { stepType } from './key-spec.ts'

const functionKey = {
  kind: 'function',
  label: 'Function',
  help: 'Choose the function to call: orders.validate is the export validate of functions/orders.ts.',
  section: 'main',
  placeholder: 'orders.validate',
  required: true,
  blank: '',
} as const

const safeToRunAgain = { kind: 'boolean', label: 'Safe to run again', section: 'retry', default: false } as const

/** The declaration that a repeated call does no harm. */
export const idempotentKey = {
  ...safeToRunAgain,
  help: 'Running it twice does no harm. A failed run says when this holds for all that it has changed: a retry is safe then.',
  advanced: true,
} as const

export const standard = stepType({
  type: 'STANDARD',
  label: 'Function',
  group: 'Do',
  icon: 'square-function',
  description: 'Calls one of your functions',
  keys: { function: functionKey, idempotent: idempotentKey },
  summary: (step) => step.function || 'No function yet',
})

export const async = stepType({
  type: 'ASYNC',
  label: 'Async function',
  group: 'Do',
  icon: 'clock',
  description: 'Runs a function on a worker and waits for it',
  keys: {
    function: functionKey,
    queue: {
      kind: 'text',
      label: 'Queue',
      help: 'Only workers that serve this queue run the step.',
      section: 'main',
      advanced: true,
      placeholder: 'default',
    },
    heartbeat_timeout_seconds: {
      kind: 'duration',
      label: 'Heartbeat timeout',
      help: 'A worker silent for longer is considered lost.',
      section: 'retry',
      advanced: true,
      min: 1,
      max: limits.run.timerMs / 1000,
      placeholder: '2 minutes',
    },
    idempotent: {
      ...safeToRunAgain,
      help: 'Running it twice does no harm, so it restarts automatically when its worker is lost.',
    },
  },
  summary: (step) => (step.function || 'No function yet') + (step.queue === undefined ? '' : ` · ${step.queue}`),
})

export const http = stepType({
  type: 'HTTP',
  label: 'HTTP request',
  group: 'Do',
  icon: 'globe',
  description: 'Sends a request and stores the response',
  keys: {
    http_config: {
      kind: 'http',
      label: 'Request',
      help: 'Method, URL, headers and body. {{ secrets.NAME }} inserts a secret without showing it. Integers beyond 2^53 in the response become strings.',
      section: 'main',
      required: true,
      impliedBy: ['url'],
      blank: {},
    },
    connection: {
      kind: 'connection',
      label: 'Connection',
      help: 'Sends the credentials of this connection, to its own host only. The URL may then begin with /.',
      section: 'main',
      connectionKinds: httpConnectionKinds,
    },
    idempotent: idempotentKey,
  },
  summary({ http_config: { method, url } }) {
    if (typeof url !== 'string') return 'No URL yet'
    return `${typeof method === 'string' ? method : 'GET'} ${url}`
  },
})

export const script = stepType({
  type: 'SCRIPT',
  label: 'Script',
  group: 'Do',
  icon: 'code',
  description: 'Runs a few lines of JavaScript in a sandbox',
  keys: {
    code: {
      kind: 'code',
      label: 'Code',
      help: 'Reads input, state and steps, and returns a JSON value. No network or file access.',
      section: 'main',
      required: true,
      blank: '',
    },
  },
  summary: ({ code }) => (code.trim() === '' ? 'No code yet' : counted(code.trim().split('\n').length, 'line')),
})

export const transform = stepType({
  type: 'TRANSFORM',
  label: 'Transform',
  group: 'Do',
  icon: 'braces',
  description: 'Sets state fields from expressions',
  keys: {
    set: {
      kind: 'assignments',
      label: 'Set',
      help: 'State fields such as customer.name and the expressions for their values, from top to bottom.',
      section: 'main',
      required: true,
      blank: {},
    },
  },
  summary({ set }) {
    const paths = Object.keys(set)
    if (paths.length === 0) return 'Sets nothing yet'
    const rest = paths.length > 2 ? ` and ${paths.length - 2} more` : ''
    return `Sets ${paths.slice(0, 2).join(', ')}${rest}`
  },
})
