import type { JsonObject } from '#core/json.ts'
import type { Links } from '../outline/links.ts'
import { kindOf } from '../read-n8n.ts'
import { callWorkflow } from './call-workflow.ts'
import { code } from './code.ts'
import { httpRequest } from './http-request.ts'
import { respond, stopAndError } from './other-nodes.ts'
import { postgres, sendEmail, slack } from './services.ts'
import { setFields } from './set-fields.ts'
import { callOfFunction } from './unknown-node.ts'
import { wait } from './wait.ts'
import type { Convert, Work } from './work.ts'

/** Converters of nodes with a single way on; nodes that choose are in choose.ts. */
const converters: { readonly [kind: string]: Convert } = {
  httpRequest,
  set: setFields,
  code,
  function: code,
  functionItem: code,
  wait,
  executeWorkflow: callWorkflow,
  stopAndError,
  respondToWebhook: respond,
  emailSend: sendEmail,
  postgres,
  slack,
}

export function convertNode(work: Work, links: Links): JsonObject {
  const kind = kindOf(work.node)
  if (kind === 'merge') return mergeOf(links)(work)
  const convert = Object.hasOwn(converters, kind) ? converters[kind] : undefined
  return (convert ?? callOfFunction)(work)
}

/** The fields of several inputs in one: those of later inputs win, as in n8n. */
const mergeOf =
  (links: Links): Convert =>
  (work) => {
    const { node, given, names, say } = work
    given.settle('mode', 'combineBy', 'combinationMode')
    const inOrder = links.before(node.name).toSorted((a, b) => a.input - b.input)
    const inputs = inOrder.map(({ from }) => names.node(from, []))
    const known = inputs.filter((input) => input !== null)
    if (known.length < inputs.length)
      say('kept', 'Its inputs could not be determined. Add the steps whose output it merges to its code.')
    say('changed', 'Waits for all of its inputs and merges the fields of one item of each.')
    return { type: 'SCRIPT', code: `return { ${known.map((input) => `...${input}`).join(', ')} }\n` }
  }
