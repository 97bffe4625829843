import { type ControlFlow, controlFlow, type FlowEdge } from '#core/definition/control-flow.ts'
import { type Definition, rulesOf, type Step } from '#core/definition/definition.ts'
import type { Permission } from '../rules.ts'

const yes: Permission = { allowed: true }
const no = (reason: string): Permission => ({ allowed: false, reason })

/** With more decisions than this among the selected steps, their combinations are not enumerated. */
const mostDecisions = 10

/**
 * May one step replace all of these steps? Only where the run keeps its ways: one entry, always an exit, and no
 * parallel step outside that changes the state meanwhile.
 */
export function canExtract(definition: Definition, names: ReadonlySet<string>): Permission {
  const flow = controlFlow(definition)
  const steps = definition.steps.filter(({ name }) => names.has(name))
  if (steps.length === 0) return no('Nothing is selected.')
  const inserting = steps.find((step) => rulesOf(step).length > 0)
  if (inserting !== undefined) return no(`${inserting.name} inserts steps, so it must stay where it is.`)
  const crossing = flow.edges.filter(({ from, to }) => names.has(from) !== names.has(to))
  const back = crossing.find((edge) => edge.back)
  if (back !== undefined) return no(`The path from ${back.from} back to ${back.to} crosses the edge of the selection.`)
  for (const check of [checkEntries, checkExits, checkNeighbours]) {
    const permission = check({ definition, flow, names, steps, crossing })
    if (!permission.allowed) return permission
  }
  return yes
}

interface Selected {
  readonly definition: Definition
  readonly flow: ControlFlow
  readonly names: ReadonlySet<string>
  readonly steps: readonly Step[]
  /** The edges between the selection and the rest. */
  readonly crossing: readonly FlowEdge[]
}

function checkEntries({ flow, names, steps, crossing }: Selected): Permission {
  const into = crossing.filter(({ to }) => names.has(to))
  const entries = [...new Set(into.map(({ to }) => to))]
  const [entry] = entries
  if (entry === undefined) return yes
  const root = steps.find(({ name }) => flow.roots.includes(name))
  if (root !== undefined)
    return no(`${root.name} starts the workflow, but ${entry} follows a step outside the selection.`)
  const joined = entries.find((name) => flow.incoming(name).some(({ from, back }) => names.has(from) && !back))
  if (joined !== undefined) return no(`${joined} follows steps inside and outside the selection: select all of them.`)
  const sources = (name: string) => JSON.stringify(into.filter(({ to }) => to === name).map(({ from }) => from))
  const decided = into.some(({ kind }) => kind === 'route' || kind === 'failure')
  const other = entries.find((name) => sources(name) !== sources(entry))
  if (other !== undefined || (entries.length > 1 && decided)) {
    return no(`The run reaches ${entry} and ${other ?? entries[1]} on different paths: one step cannot replace both.`)
  }
  return yes
}

function checkExits({ flow, names, steps, crossing }: Selected): Permission {
  const out = crossing.filter(({ from }) => names.has(from))
  const chosen = out.find(({ kind }) => kind === 'route' || kind === 'failure')
  if (chosen !== undefined) {
    return no(
      `${chosen.from} chooses between paths inside and outside the selection: select ${chosen.to} as well, or deselect ${chosen.from}.`,
    )
  }
  const decisions = steps.filter((step) => step.type === 'DECISION')
  if (decisions.length > mostDecisions) return no(`There are more than ${mostDecisions} decisions in the selection.`)
  for (const target of new Set(out.map(({ to }) => to))) {
    const sources = out.filter(({ to }) => to === target).map(({ from }) => from)
    if (!isAlwaysReached(flow, steps, names, sources)) {
      return no(`The run does not always reach ${target} from the selection: select more or fewer steps.`)
    }
  }
  return yes
}

/** Is one of the targets reached under every choice of the decisions? */
function isAlwaysReached(
  flow: ControlFlow,
  steps: readonly Step[],
  names: ReadonlySet<string>,
  targets: readonly string[],
): boolean {
  const inside = (step: string) => flow.outgoing(step).filter((edge) => names.has(edge.to) && !edge.back)
  const starts = steps
    .map(({ name }) => name)
    .filter((name) => !flow.incoming(name).some(({ from, back }) => names.has(from) && !back))
  const ways = steps.reduce<readonly ReadonlyMap<string, FlowEdge | undefined>[]>(
    (all, step) => {
      if (step.type !== 'DECISION') return all
      const routes = inside(step.name).filter(({ kind }) => kind === 'route')
      // A decision whose routes all lead back or nowhere has a single choice: no target.
      const choices = routes.length === 0 ? [undefined] : routes
      return all.flatMap((chosen) => choices.map((edge) => new Map([...chosen, [step.name, edge]])))
    },
    [new Map()],
  )
  return ways.every((chosen) => {
    const reached = new Set(starts)
    for (const name of reached) {
      for (const edge of inside(name)) {
        const taken = chosen.has(name) ? chosen.get(name) === edge : edge.kind !== 'failure'
        if (taken) reached.add(edge.to)
      }
    }
    return targets.some((name) => reached.has(name))
  })
}

/** Reports a parallel step outside the selection: it would change the state while the sub-workflow has a copy of it. */
function checkNeighbours({ definition, flow, names }: Selected): Permission {
  const before = reach(names, (name) => flow.incoming(name).map(({ from }) => from))
  const behind = reach(names, (name) => flow.outgoing(name).map(({ to }) => to))
  const isExclusive = (name: string) => before.has(name) || behind.has(name) || isOtherWay(flow, before, name)
  const beside = definition.steps.find(({ name }) => !isExclusive(name))
  return beside === undefined
    ? yes
    : no(`${beside.name} can run in parallel with the selection, and both change the state.`)
}

/** Is the step reachable only by a route that leads past the selection? */
function isOtherWay(flow: ControlFlow, before: ReadonlySet<string>, name: string): boolean {
  const above = reach(new Set([name]), (step) => flow.incoming(step).map(({ from }) => from))
  return [...above].every((step) =>
    before.has(step)
      ? true
      : flow.incoming(step).every(({ from, kind }) => !before.has(from) || kind === 'route' || kind === 'failure') &&
        !flow.roots.includes(step),
  )
}

/** These steps and all steps reachable from them. */
export function reach(from: ReadonlySet<string>, next: (name: string) => readonly string[]): ReadonlySet<string> {
  const seen = new Set(from)
  for (const name of seen) for (const other of next(name)) seen.add(other)
  return seen
}
