import type { Definition } from '#core/definition/definition.ts'
import { childrenOnTheirOwn } from '../plan/detached.ts'
import { childHeader } from '../start/create.ts'
import { viewsOf } from '../views/view-table.ts'
import { ScriptedRun } from './scripted-run.ts'

/** A run and its descendants: children are made as they are spawned, and messages between them delivered at once, in order. */
export class Family {
  readonly runs = new Map<string, ScriptedRun>()
  private readonly definitions: readonly Definition[]

  constructor(definitions: readonly Definition[], header: ConstructorParameters<typeof ScriptedRun>[1] = {}) {
    this.definitions = definitions
    const [first] = definitions
    if (first === undefined) throw new Error('a family needs a workflow')
    this.runs.set('run', new ScriptedRun(first, header))
    this.root.own()
    this.deliver()
  }

  get root(): ScriptedRun {
    return this.runs.get('run') as ScriptedRun
  }

  /** The latest run of a workflow. */
  of(workflow: string): ScriptedRun {
    const run = [...this.runs.values()].findLast((each) => each.state.header.workflow === workflow)
    if (run === undefined) throw new Error(`no run of ${workflow}`)
    return run
  }

  /** Does something to a run, and then all that follows in the others. */
  after(workflow: string, act: (run: ScriptedRun) => unknown): void {
    act(this.of(workflow))
    this.deliver()
  }

  /** Statuses from the root down. */
  statuses(): readonly string[] {
    return [...this.runs.values()].map(({ state }) => `${state.header.workflow} ${viewsOf(state).status}`)
  }

  /** All that follows from what was done so far. */
  deliver(): void {
    for (let moved = true; moved; ) {
      moved = false
      for (const run of [...this.runs.values()]) {
        if (this.spawnChildren(run)) moved = true
        for (const notice of run.sent.splice(0)) {
          this.runs.get(notice.to)?.decide(notice.command)
          moved = true
        }
      }
    }
  }

  private spawnChildren(parent: ScriptedRun): boolean {
    let spawned = false
    const plan = parent.plan()
    const awaited = new Set(plan.map(({ id }) => id))
    for (const effect of [...plan, ...childrenOnTheirOwn(parent.history, awaited)]) {
      if (effect.kind !== 'child' || this.runs.has(effect.id)) continue
      const definition = this.definitions.find((each) => each.workflow_type === effect.workflow)
      if (definition === undefined) {
        const error = { code: 'WORKFLOW_NOT_FOUND', message: `There is no workflow ${effect.workflow}.` }
        const { id: child_run_id, step, iteration } = effect
        const never_began = { step, iteration }
        parent.send({ type: 'child_ended', child_run_id, status: 'FAILED', state: null, error, never_began })
      } else {
        const header = childHeader(parent.state, effect, { version: 1, hash: '', definition })
        const child = new ScriptedRun(definition, header, `${effect.id}.`)
        child.now = parent.now
        this.runs.set(effect.id, child)
        child.own()
      }
      spawned = true
    }
    return spawned
  }
}
