import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { TextRange } from '../../text-range.ts'
import type { KeySpec } from '../catalogue/key-spec.ts'
import { injectionRuleKeys } from '../catalogue/nested-keys.ts'
import { branchKeysOf, branchTypes, isBranchType, keysOfType, leadingKeys, typeAliases } from '../catalogue.ts'
import { END, type Route, type Step, type StepType, stepTypes } from '../definition.ts'
import { stepNameProblem } from '../names.ts'
import { checkRule } from './check-rule.ts'
import { checkStep } from './check-step.ts'
import { refuseTools } from './check-tools.ts'
import { warnOtherSpelling } from './other-spelling.ts'
import { dialectStep, fillIn, isWithoutRules } from './read-dialect.ts'
import { mapAt, type ReadValue, readKeys } from './read-keys.ts'
import { readRoutes, readStepName } from './read-routes.ts'
import { readTasks } from './read-tasks.ts'
import { readPlainValue } from './read-value.ts'
import { meant, plain } from './replace-name.ts'
import { reportNotImported } from './report-not-imported.ts'
import type { SourceLocation } from './source-location.ts'

/**
 * Reads a list of steps. Every item becomes a step, so that indexes agree with the text: an item without a usable name
 * gets a stand-in, and its problem offers that name.
 */
export function readSteps(value: Json, location: SourceLocation): readonly Step[] {
  if (!Array.isArray(value)) {
    location.error('TYPE_WRONG', `${location.path.at(-1)} must be a list of steps, each starting with a dash.`)
    return []
  }
  return value.slice(0, limits.definition.steps).map((item: Json, index) => readStep(item, location.child(index)))
}

/**
 * Reads a step of a list, or, as a `branch`, a whole step that is a task of a PARALLEL step: nothing leads on from there.
 */
function readStep(value: Json, location: SourceLocation, isBranch = false): Step {
  if (!isJsonObject(value)) {
    const name = freeName(location, standIn(location))
    register(location, name)
    const at = location.inStep(name)
    at.error('STEP_INVALID', 'A step is a map. Start it with name: and add a function or a type.')
    return { name, type: 'UNKNOWN', written_type: '' }
  }
  const name = readName(value, location)
  register(location, name)
  const at = location.inStep(name)
  const type = isBranch ? readBranchType(value, at) : readType(value, at)
  const { value: given, specs } = dialectStep(type, value, isBranch ? branchKeysOf(type) : keysOfType(type), at)
  const fields = readKeys(given, at, {
    specs: specs.filter(({ key }) => key !== 'name'),
    read: (spec, one, where) => readStepValue(spec, one, where),
    isKept: (key) => key === 'name' || key === 'type' || type === 'UNKNOWN' || (isBranch && leadingKeys.has(key)),
    what: type === 'UNKNOWN' ? 'A step' : `${startsWithVowel.test(type) ? 'An' : 'A'} ${type} step`,
  })
  const written = typeof value.type === 'string' ? value.type : ''
  fillIn(type, given, fields, at)
  const step = { name, type, ...(type === 'UNKNOWN' ? { written_type: written } : {}), ...fields } as unknown as Step
  checkStep(step, at)
  if (isBranch) refuseLeading(value, at)
  if (isBranch) refuseTools(step, at)
  reportNotImported(fields.not_imported, at)
  const read = withDefaultRoute(step, at)
  warnWithoutDefault(read, at)
  return read
}

/** Reports a disabled DECISION that leads nowhere: it has no default route to take. */
function warnWithoutDefault(step: Step, location: SourceLocation): void {
  if (step.type !== 'DECISION' || !step.disabled || step.routes.some(({ condition }) => condition === undefined)) return
  const message = `${step.name} is disabled and has no default route, so the run ends there. Add a default route.`
  location.child('disabled').warning('DEFAULT_MISSING', message, { atKey: true })
}

/** Types whose spoken name begins with a vowel: "an HTTP step". */
const startsWithVowel = /^(A|HTTP)/

function readStepValue(spec: KeySpec, value: Json, location: SourceLocation): Json | undefined {
  switch (spec.kind) {
    case 'routes':
      return readRoutes(value, location) as unknown as Json
    case 'tasks':
      return readTasks(value, location, readBranch)
    case 'branch':
      return mapAt(value, location, 'task') === undefined ? undefined : readBranch(value, location)
    case 'loop_body':
      return readSteps(value, location) as unknown as Json
    case 'injection':
      return readInjection(value, location)
    case 'step':
      return readHandler(value, location)
    default:
      return readPlainValue(spec, value, location)
  }
}

/** `dynamic_injection: { rules: [...] }`. Every item becomes a rule, so that indexes agree with the text. */
function readInjection(value: Json, location: SourceLocation): JsonObject | undefined {
  const map = mapAt(value, location, 'dynamic_injection')
  if (map === undefined) return undefined
  const at = location.child('rules')
  for (const key of Object.keys(map)) {
    if (key === 'rules') continue
    location
      .child(key)
      .warning('KEY_UNKNOWN', `dynamic_injection has no key ${key}; it has no effect.`, { atKey: true })
  }
  if (isWithoutRules(map)) {
    const message = 'dynamic_injection has no rules, so it inserts no steps. Add rules.'
    location.warning('KEY_UNUSED', message, { atKey: true })
    return undefined
  }
  const { rules } = map
  if (!Array.isArray(rules)) {
    at.error('TYPE_WRONG', 'dynamic_injection needs rules: a list of what inserts which steps.')
    return undefined
  }
  const most = limits.definition.injectionRules
  if (rules.length > most) at.error('OUT_OF_RANGE', `A step can have up to ${most} rules that insert steps.`)
  return { rules: rules.slice(0, most).map((rule: Json, index) => readRule(rule, at.child(index))) }
}

function readRule(value: Json, location: SourceLocation): JsonObject {
  const map = mapAt(value, location, 'A rule')
  if (map === undefined) return { condition_key: '', action: 'INSERT_AFTER_CURRENT', steps_to_insert: [] }
  const read: ReadValue = (spec, one, where) =>
    spec.kind === 'loop_body' ? (readSteps(one, where) as unknown as Json) : readPlainValue(spec, one, where)
  const rule = readKeys(map, location, { specs: injectionRuleKeys, read, what: 'A rule' })
  checkRule(rule, location)
  return rule
}

function readBranch(value: Json, location: SourceLocation): Json {
  return readStep(value, location, true) as unknown as Json
}

function readBranchType(value: JsonObject, location: SourceLocation): StepType | 'UNKNOWN' {
  const type = readType(value, location)
  if (isBranchType(type)) return type
  const message = `A task cannot be a ${type}. Use one of ${branchTypes.join(', ')}; move anything larger into a sub-workflow.`
  location.child('type').error('TYPE_NOT_HERE', message)
  return 'UNKNOWN'
}

/** Reports keys that would lead out of a PARALLEL step. */
function refuseLeading(value: JsonObject, location: SourceLocation): void {
  for (const key of leadingKeys) {
    if (!Object.hasOwn(value, key)) continue
    const message = `A task has no ${key}: the run goes on behind the PARALLEL step once all tasks are done. Remove ${key}.`
    location.child(key).error('KEY_NOT_HERE', message, { atKey: true })
  }
}

function readHandler(value: Json, location: SourceLocation): JsonObject | undefined {
  const map = mapAt(value, location, 'on_failure')
  if (map === undefined) return undefined
  const specs: readonly KeySpec[] = [
    {
      key: 'target_step',
      kind: 'step',
      label: 'Step',
      help: 'Set the step that runs next.',
      section: 'flow',
      required: true,
    },
  ]
  const fields = readKeys(map, location, {
    specs,
    read: (_, one, where) => readStepName(one, where),
    what: 'on_failure',
  })
  return fields.target_step === undefined ? undefined : fields
}

function readType(value: JsonObject, location: SourceLocation): StepType | 'UNKNOWN' {
  const written = value.type
  if (written === undefined) return 'STANDARD'
  const at = location.child('type')
  if (typeof written !== 'string' || written.trim() === '') {
    at.error('TYPE_WRONG', `type must be one of ${stepTypes.join(', ')}.`, { atKey: true })
    return 'STANDARD'
  }
  const type =
    stepTypes.find((known) => known === written) ??
    (Object.hasOwn(typeAliases, written) ? typeAliases[written] : undefined)
  if (type === undefined) {
    const { words, fix } = meant(written, stepTypes, at.range())
    // AI_LLM_INFERENCE and others of Ruvon, whose keys the AI step does not have.
    const advice = written.startsWith('AI_') ? ' Use type: AI, with a connection and a prompt.' : words
    const message = `${written} is not a known step type. A run that reaches this step fails.${advice}`
    at.warning('STEP_TYPE_UNKNOWN', message, fix === undefined ? {} : { fix })
    return 'UNKNOWN'
  }
  if (type !== written) warnOtherSpelling(at, written, type)
  return type
}

function readName(value: JsonObject, location: SourceLocation): string {
  const written = value.name
  const at = location.child('name')
  const name = typeof written === 'number' || typeof written === 'boolean' ? at.written() : written
  if (typeof name !== 'string' || name.trim() === '') {
    const standing = freeName(location, standIn(location))
    const isText = written === undefined || written === null || typeof written === 'string'
    const message = isText
      ? 'The step has no name. Add one that is unique in the workflow.'
      : 'The name of a step must be text.'
    const found = at.node === undefined ? {} : { atKey: true }
    at.inStep(standing).error('NAME_MISSING', message, found)
    return standing
  }
  if (location.reading.stepRanges.has(name)) {
    const free = freeName(location, name)
    const fix = { title: `Rename to ${free}`, range: at.range(), text: plain(free) }
    at.inStep(free).error(
      'NAME_TWICE',
      `A step named ${name} already exists. Names must be unique in a workflow, including its loops.`,
      { fix },
    )
    return free
  }
  const problem = stepNameProblem(name)
  if (problem?.severity === 'error') at.inStep(name).error(problem.code, problem.message)
  if (problem?.severity === 'warning') at.inStep(name).warning(problem.code, problem.message)
  return name
}

function standIn(location: SourceLocation): string {
  return `Step_${Number(location.path.at(-1)) + 1}`
}

/** The name, or the name with the first number that makes it new. */
function freeName(location: SourceLocation, name: string): string {
  const taken = location.reading.stepRanges
  if (!taken.has(name)) return name
  let number = 2
  while (taken.has(`${name}_${number}`)) number += 1
  return `${name}_${number}`
}

function register(location: SourceLocation, name: string): void {
  // The step of a PARALLEL step over a list is no item of a list.
  location.reading.stepRanges.set(name, (location.node?.itemRange ?? location.node?.range) as TextRange)
}

/** `next` on a DECISION is its default if it has none (docs/lifecycle.md, Control flow, rule 1). */
function withDefaultRoute(step: Step, location: SourceLocation): Step {
  if (step.type !== 'DECISION' || step.next === undefined) return step
  const { next, ...decision } = step
  const at = location.child('next')
  const [target = END, second] = next
  if (second !== undefined)
    at.error('NEXT_INVALID', 'A DECISION leads to one step. Name one step, or add routes.', { atKey: true })
  if (decision.routes.some((route) => route.condition === undefined)) {
    at.warning('KEY_UNUSED', 'The DECISION has a default route already; next has no effect.', { atKey: true })
    return decision
  }
  const fallback: Route = { target }
  return { ...decision, routes: [...decision.routes, fallback] }
}
