import { shortTask } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { limits } from '#core/limits.ts'
import type { Asker } from '#core/run/command.ts'
import { stepsAhead, whyNotEntitledBelow } from '#core/run/decide/override/entitlement-below.ts'
import { asksByData, excludesByData } from '#core/run/decide/override/people-from-data.ts'
import type { Actor } from '#server/access/actor.ts'
import { may } from '#server/access/may.ts'
import { readRunState } from '#server/engine/requests/read-run.ts'
import type { Stores } from '../../stores.ts'
import { itemOf } from './item-of.ts'

type Reads = Pick<Stores, 'pool' | 'engine'>
type Reasons = ReadonlyMap<string, string>

/**
 * Steps of the run below which open or unsuccessful descendants would ask people on whose behalf the actor may not
 * decide. Without this check, an actor could bypass these people by cancelling a run before it asks, or by giving it up
 * when it is about to ask.
 *
 * The definitions of such runs, which are cached, bound what the runs could ask. Mostly none of it concerns the actor,
 * and no run is read. Otherwise, or where only run data tells who is excluded, the check reads how far each run has
 * come, and which run replaces which.
 */
export async function futureDescendantApprovals(stores: Reads, actor: Actor, runId: string): Promise<Reasons> {
  const asker: Asker = { actor, standing: { groups: actor.groups, manager: may(actor, 'task.override').allowed } }
  const { rows: kinds } = await stores.pool.query<Kind>({
    name: 'runs-below',
    text: `with recursive below(id, step) as (
       select r.id, r.parent_step from run r join run_state s on s.run_id = r.id
        where r.parent_run_id = $1 and s.status <> 'COMPLETED'
       union all
       -- Looked up for each: the planner would rather go through all runs at every level.
       select r.id, b.step from below b
        cross join lateral (select c.id from run c where c.parent_run_id = b.id offset 0) r
        cross join lateral (select from run_state s where s.run_id = r.id and s.status <> 'COMPLETED' offset 0) s)
     select b.step, r.owner_id, r.workflow, r.version, count(*)::int as many
       from below b cross join lateral (select owner_id, workflow, version from run where id = b.id offset 0) r
      group by 1, 2, 3, 4`,
    values: [runId],
  })
  const known = new Map<string, string>()
  let mayExclude = false
  for (const kind of kinds) {
    if (known.has(kind.step)) continue
    for await (const { executable, name } of stepsOfKind(stores, kind)) {
      mayExclude ||= excludesByData(executable.step(name))
      const why = whyNotEntitledBelow(executable, null, name, asker)
      if (why === null) continue
      known.set(kind.step, why)
      break
    }
  }
  if (known.size === 0 && !mayExclude) return known
  const runs = kinds.reduce((sum, { many }) => sum + many, 0)
  // Reading very many runs would take too long: then a possible task of one run counts for all.
  const reasons = runs > limits.read.runsBelow ? known : await lookedAt(stores, runId, asker)
  return new Map([...reasons].map(([step, why]) => [step, `Below ${step}, a task has not opened yet. ${why}`]))
}

interface Kind {
  readonly step: string
  readonly owner_id: string
  readonly workflow: string
  readonly version: number
  readonly many: number
}

type Version = Pick<Kind, 'owner_id' | 'workflow' | 'version'>

interface Placed {
  readonly executable: ExecutableDefinition
  readonly name: string
}

/** All steps that a run of the definition could reach, in itself or in its descendants. */
async function* stepsOfKind(stores: Reads, { owner_id, workflow, version }: Version): AsyncGenerator<Placed> {
  const found = await stores.engine.definitions.find(owner_id, workflow, version)
  if (found) yield* withBelow(stores, owner_id, found.executable, namesIn(found.executable))
}

/**
 * The given steps, each followed by the steps of the newest versions of the workflows it starts; each workflow is
 * visited once.
 */
async function* withBelow(
  stores: Reads,
  ownerId: string,
  executable: ExecutableDefinition,
  names: readonly string[],
  seen: Set<string> = new Set(),
): AsyncGenerator<Placed> {
  for (const name of names) {
    yield { executable, name }
    for (const workflow of startedBy(executable, name)) {
      if (seen.has(workflow)) continue
      seen.add(workflow)
      const latest = await stores.engine.definitions.latest(ownerId, workflow)
      if (latest) yield* withBelow(stores, ownerId, latest.executable, namesIn(latest.executable), seen)
    }
  }
}

const namesIn = ({ steps, repeated }: ExecutableDefinition) => [...steps, ...repeated].map(({ name }) => name)

/** The workflows that a step starts and waits for. */
function startedBy(executable: ExecutableDefinition, name: string): readonly string[] {
  const step = executable.step(name)
  if (step.type === 'SUB_WORKFLOW') return [step.sub_workflow_type]
  if (step.type !== 'PARALLEL') return []
  return (step.tasks ?? []).flatMap((task) => shortTask(task)?.sub_workflow_type ?? [])
}

interface RunBelow extends Version {
  readonly id: string
  readonly parent_run_id: string
  readonly parent_step: string
  readonly item: string | null
  readonly completed: boolean
  readonly asked: readonly string[]
}

/** The exact reasons, read run by run, from the steps of the run itself downwards. */
async function lookedAt(stores: Reads, runId: string, asker: Asker): Promise<Reasons> {
  const { rows } = await stores.pool.query<RunBelow>(
    `with recursive below(id) as (
       select id from run where parent_run_id = $1
       union all select r.id from below b join run r on r.parent_run_id = b.id)
     select r.id, r.parent_run_id, r.parent_step, ${itemOf('r')} as item, r.owner_id, r.workflow, r.version,
            s.status = 'COMPLETED' as completed,
            array(select distinct t.step from human_task t where t.run_id = r.id) as asked
       from below b join run r on r.id = b.id join run_state s on s.run_id = r.id
      order by r.id desc limit $2`,
    [runId, limits.read.runsBelow],
  )
  const reasons = new Map<string, string>()
  for (const [step, runs] of Map.groupBy(inPlace(rows, runId), (run) => run.parent_step)) {
    for (const run of runs) {
      const why = await whyOfRun(stores, run, rows, asker)
      if (why === null) continue
      reasons.set(step, why)
      break
    }
  }
  return reasons
}

/** The last child run in each place of a parent, which replaces the runs before it. */
function inPlace(rows: readonly RunBelow[], parentId: string): readonly RunBelow[] {
  const last = new Map<string, RunBelow>()
  for (const row of rows) {
    const place = `${row.parent_step}/${row.item}`
    if (row.parent_run_id === parentId && !last.has(place)) last.set(place, row)
  }
  return [...last.values()]
}

async function whyOfRun(stores: Reads, run: RunBelow, all: readonly RunBelow[], asker: Asker): Promise<string | null> {
  if (run.completed) return null
  const found = await stores.engine.definitions.find(run.owner_id, run.workflow, run.version)
  if (!found) return null
  const { executable } = found
  // A template that names people needs the values themselves, not references to offloaded payloads.
  const state = await readRunState(stores.pool, run.id, executable.steps.some(asksByData) ? 'whole' : 'refs')
  if (!state) return null
  const started = inPlace(all, run.id)
  const ahead = stepsAhead(executable, state)
  for (const name of ahead) {
    const isHuman = executable.step(name).type === 'HUMAN'
    // A step that has asked already has a task, which `descendantApprovals` judges.
    const own = isHuman && !run.asked.includes(name) ? whyNotEntitledBelow(executable, state, name, asker) : null
    if (own !== null) return own
    if (isHuman || started.some(({ parent_step: step }) => step === name)) continue
    for await (const below of withBelow(stores, run.owner_id, executable, [name])) {
      const why = whyNotEntitledBelow(below.executable, null, below.name, asker)
      if (why !== null) return why
    }
  }
  for (const child of started) {
    // A step that is over needs no check: a person has decided, or the awaited result has come.
    if (!ahead.includes(child.parent_step) && !state.open.includes(child.parent_step)) continue
    const why = await whyOfRun(stores, child, all, asker)
    if (why !== null) return why
  }
  return null
}
