import { limits } from '#core/limits.ts'
import { wordsQuery } from '#core/run/search/search-words.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import { reachedWorkflows } from '#server/access/workflow-scope.ts'
import { containing, namedLike } from '../../search-pattern.ts'
import { publicStatusCondition } from '../public-status.ts'
import { isTest } from '../run-row.ts'
import { rootsOf, type Trouble, troubleCondition, unclaimed } from './health-signals.ts'
import { holds, phaseCondition, phasesOf } from './phase-conditions.ts'
import type { RunFilter, ValueCondition } from './run-filter.ts'
import { failedAt, standsAt } from './step-conditions.ts'
import { waitingFor } from './waiting-for.ts'

/** Adds a value to a statement's parameters and returns its placeholder. */
export type Bind = (value: unknown) => string

/**
 * An actor's filter as a condition on `run r` and `run_state s`. `before` is a parameter: the run after which the page
 * begins. That condition applies to both tables: otherwise a merge join would read the second table from its end to
 * that run. Value conditions that are `looked up` are evaluated per run, regardless of the planner's estimate for their
 * index.
 */
export function runConditions(
  actor: Actor,
  filter: RunFilter,
  bind: Bind,
  before?: string,
  values: 'joined' | 'looked up' = 'joined',
): string {
  const owner = ownerScope(actor)
  const conditions: string[] = owner === null ? ['true'] : ownedBy(bind(owner))
  conditions.push(...reachedWorkflows(actor, 'r.workflow', bind))
  const add = <Value>(value: Value | undefined, condition: (value: Value) => string) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  if (filter.status?.length) conditions.push(`s.status = any(${bind(filter.status)})`)
  if (filter.publicStatus?.length) {
    conditions.push(`(${filter.publicStatus.map((word) => `(${publicStatusCondition[word]})`).join(' or ')})`)
  }
  add(phasesOf(filter), phaseCondition)
  add(filter.lockedResource, (resource) => holds(resource, owner, bind))
  add(filter.id, (begin) => `r.id between ${bind(filledUp(begin, '0'))} and ${bind(filledUp(begin, 'f'))}`)
  add(filter.workflowId, (id) => `r.workflow_id = ${bind(id)}`)
  add(filter.regeneratedFrom, (id) => `r.regenerated_from = ${bind(id)}`)
  add(filter.workflow, (name) => `r.workflow = ${bind(name)}`)
  add(filter.exceptWorkflow, (template) => `r.workflow not like ${bind(namedLike(template))}`)
  add(filter.version, (version) => `r.version = ${bind(version)}`)
  add(filter.ownerId, (id) => ownedBy(bind(id)).join(' and '))
  add(filter.dataRegion, (region) => `r.data_region = ${bind(region)}`)
  add(filter.parentRunId, (id) => `r.parent_run_id = ${bind(id)}`)
  add(filter.blockedOnHuman, (blocked) => `s.human_wait is ${blocked ? 'not null' : 'null'}`)
  add(filter.waitingFor, (whom) => waitingFor[whom])
  const tests = filter.tests ?? (filter.parentRunId === undefined ? 'without' : 'with')
  if (tests !== 'with') conditions.push(tests === 'only' ? isTest : `not ${isTest}`)
  const rootsOnly = filter.rootsOnly === true
  if (rootsOnly) conditions.push('not s.child')
  if (filter.tags?.length) conditions.push(`(r.tags <> '{}' and r.tags @> ${bind(filter.tags)}::text[])`)
  if (filter.search) conditions.push(anywhere(filter.search, bind))
  add(filter.within, (text) => withinNewest(bind(containing(text))))
  if (filter.error) {
    conditions.push(`(s.error_message ilike ${bind(containing(filter.error))} or s.error_code = ${bind(filter.error)})`)
  }
  add(filter.createdFrom, (at) => `r.created_at >= ${bind(at)}::timestamptz`)
  add(filter.createdTo, (at) => `r.created_at < ${bind(at)}::timestamptz`)
  add(filter.endedFrom, (at) => `s.ended_at >= ${bind(at)}::timestamptz`)
  add(filter.endedTo, (at) => `s.ended_at < ${bind(at)}::timestamptz`)
  add(filter.longerThanMs, (ms) => `${duration} >= ${milliseconds(bind(ms))}`)
  add(filter.shorterThanMs, (ms) => `${duration} < ${milliseconds(bind(ms))}`)
  add(filter.atStep, (step) => standsAt(bind(step)))
  add(filter.failedStep, (step) => failedAt(bind(step)))
  if (filter.queue !== undefined) conditions.push(onQueue(filter.queue, filter.trouble, rootsOnly, bind))
  else add(filter.trouble, (trouble) => troubleCondition(trouble, rootsOnly))
  if (before !== undefined) conditions.push(`r.id < ${before} and s.run_id < ${before}`)
  const indexed = [
    ...(filter.fingerprint === undefined ? [] : [`q.fingerprint = ${bind(filter.fingerprint)}`]),
    ...valueConditions(filter, bind),
  ]
  if (indexed.length > 0) {
    conditions.push(
      values === 'joined'
        ? `r.id in (select q.run_id from own_run_search q where ${indexed.join(' and ')})`
        : `exists (select from own_run_search q where q.run_id = r.id and ${indexed.join(' and ')} offset 0)`,
    )
  }
  return conditions.join(' and ')
}

/** The first or the last id with this prefix: ids are in the order of their text. */
const filledUp = (begin: string, digit: '0' | 'f') => begin.replaceAll('-', '').padEnd(32, digit).slice(0, 32)

/** The queue condition; for `no_worker`, queue and trouble must apply to one task. */
function onQueue(queue: string, trouble: Trouble | undefined, rootsOnly: boolean, bind: Bind): string {
  const noWorker = trouble === 'no_worker' ? `and s.ended_at is null and ${unclaimed}` : ''
  const task = `r.id in (select w.run_id from async_task w where w.queue = ${bind(queue)} ${noWorker})`
  const here = rootsOnly ? `r.id in (${rootsOf(task)})` : task
  return trouble === undefined || trouble === 'no_worker' ? here : `${here} and ${troubleCondition(trouble, rootsOnly)}`
}

const duration = '(coalesce(s.ended_at, now()) - s.started_at)'
const milliseconds = (parameter: string) => `make_interval(secs => ${parameter}::float8 / 1000)`
const ownedBy = (parameter: string) => [`r.owner_id = ${parameter}`, `s.owner_id = ${parameter}`]

/** The whole input and state of the newest runs are read, so that the search costs no more among more runs. */
const withinNewest = (pattern: string) => `r.id in (
  select q.run_id from (select i.run_id, i.input, i.state from own_run_search i order by i.run_id desc limit ${limits.search.scannedRuns}) q
   where q.input::text ilike ${pattern} or q.state::text ilike ${pattern})`

/**
 * The text matches the name or the title of a workflow or a part of it, a part of an error, a tag, a workflow id, words of the
 * input, or a part of an id. Names are searched among workflows instead of runs, errors, tags and words only where they exist, once for all
 * runs; ids only if the text may be part of one.
 */
function anywhere(text: string, bind: Bind): string {
  const { byName, others } = placesOf(text, bind)
  return `(${[byName, ...others].join(' or ')})`
}

/**
 * The search as separate conditions, each for a list of its own of the newest runs. Many runs have a workflow with such
 * a name, and a scan soon finds a page of them. Where no workflow has such a name, which is decided once, the other
 * places are looked up.
 */
export function waysTo(text: string, bind: Bind): readonly string[] {
  const { isName, byName, others } = placesOf(text, bind)
  return [`${isName} and (${[byName, ...others].join(' or ')})`, ...others.map((place) => `not ${isName} and ${place}`)]
}

function placesOf(text: string, bind: Bind) {
  const pattern = bind(containing(text))
  const names = `select w.name from workflow w where w.name ilike ${pattern} or w.title ilike ${pattern}`
  const words = wordsQuery(text)
  const whole = bind(text)
  return {
    isName: `exists (${names})`,
    byName: `r.workflow = any(array(${names}))`,
    others: [
      `r.id in (select e.run_id from own_run_state e where e.error_code is not null and e.error_message ilike ${pattern}
         union all select g.id from own_run g where g.tags <> '{}' and g.tags @> array[${whole}]
         union all select g.id from own_run g where g.workflow_id = ${whole})`,
      ...(words === null
        ? []
        : [`r.id in (select q.run_id from own_run_search q where q.words @@ ${bind(words)}::tsquery)`]),
      ...(/^[0-9a-f-]+$/i.test(text) ? [`r.id::text ilike ${pattern}`] : []),
    ],
  }
}

/** The filter's conditions on values of a run, on its entry `run_search q`. */
export const valueConditions = ({ values = [] }: Pick<RunFilter, 'values'>, bind: Bind): readonly string[] =>
  values.map((value) => valueCondition(value, bind))

function valueCondition({ in: place, path, is, value }: ValueCondition, bind: Bind): string {
  const pattern = `${bind(jsonPath(path, is, value))}::jsonpath`
  const places = place === 'any' ? (['input', 'state'] as const) : [place]
  return `(${places.map((column) => `q.${column} @? ${pattern}`).join(' or ')})`
}

/** A jsonpath that finds the value. Its keys and texts are quoted as JSON, whose escapes jsonpath shares. */
function jsonPath(path: readonly string[], is: ValueCondition['is'], value: ValueCondition['value']): string {
  const accessor = path.map((key) => `.${JSON.stringify(key)}`).join('')
  const literal = JSON.stringify(value)
  if (is === 'contains') {
    return `$${accessor} ? (@ like_regex ${JSON.stringify(String(value))} flag "qi")`
  }
  return `$${accessor} ? (@ ${is === '=' ? '==' : is} ${literal})`
}
