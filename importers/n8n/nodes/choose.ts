import { isJsonList, isJsonObject, type JsonObject } from '#core/json.ts'
import { type Condition, conditionOf, firstTest } from '../conditions/conditions.ts'
import { operandOf } from '../conditions/operand.ts'
import { kindOf } from '../read-n8n.ts'
import type { Work } from './work.ts'

/** The routes of a choosing node: its outputs with their conditions, and the output that is taken if none holds. */
export interface Branching {
  readonly routes: readonly { readonly condition: string; readonly output: number }[]
  readonly otherwise: number | null
  /** Every output whose condition holds is taken, not only the first. */
  readonly takesAll: boolean
}

/** If, Filter and Switch choose among their outputs; null for any other node. */
export function choiceOf(work: Work): Branching | null {
  const kind = kindOf(work.node)
  if (kind === 'if' || kind === 'filter') {
    settleOptions(work)
    const condition = taken(conditionOf(work.given, work.names), work)
    return chosen(work, { routes: [{ condition, output: 0 }], otherwise: kind === 'if' ? 1 : null, takesAll: false })
  }
  if (kind !== 'switch') return null
  const isByNumber = work.given.take('mode') === 'expression'
  if (!isByNumber && work.given.peek('mode') === 'rules') work.given.ignore('mode')
  return chosen(work, isByNumber ? byNumber(work) : byRules(work))
}

/** A disabled node passes everything on by its first output. */
function chosen({ node, say }: Work, choice: Branching): Branching {
  if (!node.disabled) {
    say('understood', 'Same routes as in n8n, if the values have the compared types.')
    return choice
  }
  say('understood', 'It is disabled: the first route is taken, as in n8n.')
  const others = choice.routes.filter(({ output }) => output !== 0)
  return { ...choice, routes: [{ condition: 'true', output: 0 }, ...others], takesAll: false }
}

function taken({ value, kept, caveats, options }: Condition, { say, take }: Pick<Work, 'say' | 'take'>): string {
  for (const caveat of caveats) say('changed', caveat)
  if (options.length > 0) say('understood', `Compares with ${options.join(', ')}.`)
  return take({ value, kept })
}

/** Options of the node from which those of its filter have been made. */
function settleOptions({ given }: Work): void {
  given.at('options').ignore('ignoreCase', 'looseTypeValidation')
  given.ignore('looseTypeValidation')
}

function byNumber(work: Work): Branching {
  const { given, names, node, say } = work
  const outputs = given.take('numberOutputs') ?? given.take('outputsAmount') ?? 4
  const { text, kept } = operandOf(given.take('output') ?? '={{ $itemIndex }}', names)
  const number = work.take({ value: text, kept })
  const count = typeof outputs === 'number' ? Math.min(Math.max(outputs, 1), 100) : 4
  say(
    'changed',
    `n8n fails if the number is not one of its outputs; here the run ends. ${node.typeVersion < 3 ? 'Text is not converted to a number here.' : ''}`.trim(),
  )
  const routes = Array.from({ length: count }, (_, output) => ({ condition: `${number} == ${output}`, output }))
  return { routes, otherwise: null, takesAll: false }
}

function byRules(work: Work): Branching {
  const { given, node, names } = work
  const key = given.peek('rules', 'values') === undefined ? 'rules' : 'values'
  const record = given.at('rules', key)
  const list = isJsonList(record.value) ? record.value : []
  const type = String(given.take('dataType') ?? 'number')
  const left = given.take('value1')
  const routes = list.flatMap((rule, index) => {
    if (!isJsonObject(rule)) return []
    const one = record.at(index)
    // Outputs are numbered; their names do not matter to the run.
    one.ignore('outputKey', 'renameOutput')
    if (rule.conditions !== undefined) return [{ condition: taken(conditionOf(one, names), work), output: index }]
    const usual = node.typeVersion < 2 ? 0 : index
    const output = one.take('output') ?? usual
    return [
      {
        condition: taken(firstTest(one, { type, left }, names), work),
        output: typeof output === 'number' ? output : usual,
      },
    ]
  })
  const options = given.at('options')
  settleOptions(work)
  const fallback = options.take('fallbackOutput') ?? given.take('fallbackOutput')
  const otherwise =
    fallback === 'extra' || fallback === 'last'
      ? list.length
      : typeof fallback === 'number' && fallback >= 0
        ? fallback
        : null
  return { routes, otherwise, takesAll: options.take('allMatchingOutputs') === true }
}

/** One DECISION per route if several routes may be taken: `steps` are all but the first, which leads to all of them. */
export interface Drawn {
  readonly body: JsonObject
  readonly next: readonly string[] | null
  readonly helpers: readonly JsonObject[]
}

/** A choice as steps; `to` gives the one step that an output leads to, or END. */
export function drawChoice(
  { routes, otherwise, takesAll }: Branching,
  { step, say }: Pick<Work, 'step' | 'say'>,
  to: (output: number) => string,
  freshName: (words: string) => string,
): Drawn {
  const decision = (ways: Branching['routes'], rest: string): JsonObject => ({
    type: 'DECISION',
    routes: [...ways.map(({ condition, output }) => ({ condition, target: to(output) })), { default: rest }],
  })
  if (!takesAll) {
    return { body: decision(routes, otherwise === null ? 'END' : to(otherwise)), next: null, helpers: [] }
  }
  say('changed', 'Every matching route is taken: each gets its own DECISION.')
  const helpers = routes.map((route) => ({ name: freshName(`${step}_${route.output}`), ...decision([route], 'END') }))
  if (otherwise !== null) {
    const none = routes.map(({ condition }) => `!(${condition})`).join(' && ') || 'true'
    const rest = decision([{ condition: none, output: otherwise }], 'END')
    helpers.push({ name: freshName(`${step}_otherwise`), ...rest })
  }
  const body = { type: 'TRANSFORM', set: { [`${step}_chose`]: 'true' } }
  return { body, next: helpers.map(({ name }) => String(name)), helpers }
}
