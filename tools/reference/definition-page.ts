import { envelopeKeys } from '#core/definition/catalogue/envelope-keys.ts'
import {
  httpKeys,
  injectionRuleKeys,
  recoveryKeys,
  retryKeys,
  routeKeys,
  taskKeys,
} from '#core/definition/catalogue/nested-keys.ts'
import { triggerCatalogue } from '#core/definition/catalogue/trigger-keys.ts'
import { branchTypes, commonKeys, concurrencyKeys, leadingKeys, workflowKeys } from '#core/definition/catalogue.ts'
import { limits } from '#core/limits.ts'
import { keyTable } from './key-table.ts'
import { page, table } from './markdown.ts'

const example = `\`\`\`yaml
workflow_type: OrderProcessing
description: Validate an order and ship it
steps:
  - name: Validate_Order
    function: orders.validate
  - name: Ship_Order
    function: orders.ship
\`\`\``

const scheduleNotes = `A schedule starts one run for each planned instant: crashes, several engines and steps of the clock change nothing about that. Where the local time jumps, a schedule of fixed times fires once on that day: \`30 2 * * *\` in Berlin at 03:00 on the day on which 02:30 does not exist, and at the first 02:30 on the day that has two. A schedule that contains \`*\` in minutes or hours follows the clock, so \`*/30 * * * *\` fires in both hours. An interval (\`every_seconds\`) is counted from 1970-01-01 in UTC.

A webhook has an address of its own, which the page *Triggers* shows: \`POST /hooks/…\` with a JSON body of up to ${limits.triggers.callBytes / 1024 / 1024} MB. The answer is 202 with the \`run_id\`; a wrong signature is 401 and starts nothing. A delivery that comes again gets the run that it has started: it is known by its id (\`webhook-id\`, \`X-GitHub-Delivery\`, \`Idempotency-Key\`), or for a signed body without one by the body, for ${limits.triggers.sameBodyMs / 3_600_000} hours. Signatures with a time are valid for ${limits.triggers.signedForMs / 60_000} minutes. More than ${limits.triggers.callsPerSecond} calls a second are refused with 429.`

export function definitionPage(): string {
  const { definition, expression } = limits
  const bounds = table(
    ['What', 'At most'],
    [
      ['text', `${definition.textBytes / 1024} kB`],
      ['steps', String(definition.steps)],
      ['edges between them', String(definition.edges)],
      ['documents of one import', String(definition.documents)],
      ['nesting', `${definition.depth} levels`],
      ['one expression', `${expression.sourceBytes / 1024} kB`],
    ],
  )
  return page(
    'Keys of a definition',
    'A workflow is a YAML text. The smallest one:',
    example,
    'Keys in bold are required. An *expression* is CEL over `input`, `state`, `steps`, `run`, and in a list `item` and `index`; in texts it stands in `{{ }}`. The keys of each step type are in [step types](step-types.md).',
    '## Workflow',
    keyTable(workflowKeys),
    'Beside these there are `steps`, the list of steps, and `layout`, where the canvas keeps positions. Keys that are not known are kept and reported.',
    '### recovery',
    keyTable(recoveryKeys),
    'Without them the installation decides: `HEDDLE_WORKER_SILENCE_SECONDS` (120) and `HEDDLE_WORKER_RECOVERIES` (3). An engine that dies costs no restart.',
    '## Steps',
    'Keys that a step of any type may have. A step without `type` is a `STANDARD` step. Without `next` and `dependencies` it follows the step above it.',
    keyTable(commonKeys),
    '## retry',
    keyTable(retryKeys),
    '## routes',
    keyTable(routeKeys),
    '## tasks',
    'A task calls a function or runs a sub-workflow:',
    keyTable(taskKeys),
    `A task with a \`type\` is a whole step: any of ${branchTypes.join(', ')}, with the keys of its type. It has a name that is unique in the workflow, and none of ${[...leadingKeys].join(', ')}: the run goes on behind the PARALLEL step once all tasks are done. Over a list, \`task\` holds the step that runs for each item.`,
    '## http_config',
    keyTable(httpKeys),
    '## envelope',
    'What a run passes through around its steps. Its phases and their order are in [lifecycle](lifecycle.md). In `conditions`, expressions may also read `now` and `resources(id)`.',
    keyTable(envelopeKeys),
    ...envelopeKeys.flatMap(({ key, kind, keys = [] }) =>
      kind === 'group' || kind === 'groups'
        ? [`### envelope: ${key}`, kind === 'groups' ? 'Each entry:' : '', keyTable(keys)]
        : [],
    ),
    '## concurrency',
    'How many runs of the workflow work at the same time for each key. A run takes a slot before its first step, as a lock that several runs can hold, and gives it back when it ends.',
    keyTable(concurrencyKeys),
    '## dynamic_injection',
    'Each of the `rules`:',
    keyTable(injectionRuleKeys),
    '## triggers',
    'What starts runs of the workflow by itself. Each trigger has a `type` and the keys of its type. Publishing registers the triggers of the definition; the page *Triggers* shows what they start, pauses them and starts them by hand.',
    ...Object.values(triggerCatalogue).flatMap(({ type, description, keys }) => [
      `### ${type}`,
      `${description}.`,
      keyTable(keys),
    ]),
    scheduleNotes,
    '## Bounds',
    bounds,
  )
}
