import { snakeCase } from '#core/definition/function-name.ts'
import { stepNames } from '../../step-names.ts'
import type { Names } from '../expression/names.ts'
import { kindWords, type N8nNode, type N8nWorkflow } from '../read-n8n.ts'
import { dataOf } from './data.ts'
import { isNote, isNothing, isTrigger } from './kinds.ts'
import { type Links, linksOf } from './links.ts'
import { listFrom, loopsAround, type NodeList } from './loops.ts'

/** A workflow of n8n by what leads where, and under which names its nodes become steps. */
export interface Outline {
  /** Nodes that become steps, with those of the loops apart. */
  readonly list: NodeList
  readonly links: Links
  readonly node: (name: string) => N8nNode
  /** Nodes that nothing leads to. */
  readonly unreached: readonly N8nNode[]
  readonly beginnings: ReadonlySet<string>
  stepName(node: string): string
  /** A name for a step that is added, which no other step has. */
  freshName(words: string): string
  /** Nodes that an output leads to, through what does nothing, but not back to a loop around it. */
  targets(node: string, output: number): readonly string[]
  /** How the item of a loop is called in its body. */
  itemName(loop: string): string
  /** What expressions in a node may mean. */
  names(node: string): Names
}

export function outlineOf(workflow: N8nWorkflow): Outline {
  const { nodes } = workflow
  const byName = new Map(nodes.map((node) => [node.name, node]))
  const node = (name: string) => byName.get(name) as N8nNode
  const links = linksOf(workflow)
  const through = (names: readonly string[]): readonly string[] => {
    const found = new Set<string>()
    const seen = new Set<string>()
    // Without recursion: a file may have a chain of thousands.
    const open = names.toReversed()
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (!isNothing(node(name))) found.add(name)
      else if (!seen.has(name)) open.push(...allOf(name).toReversed())
      seen.add(name)
    }
    return [...found]
  }
  const allOf = (name: string) => links.outputs(name).flatMap((output) => links.to(name, output))
  const onward = (name: string, output?: number) => through(output === undefined ? allOf(name) : links.to(name, output))

  const own = nodes.filter((one) => !isTrigger(one) && !isNote(one) && !links.isPart(one.name))
  const triggers = nodes.filter(isTrigger)
  const firsts = triggers.length > 0 ? triggers : own.filter(({ name }) => links.before(name).length === 0)
  const begin = firsts.flatMap((one) => (isTrigger(one) ? allOf(one.name) : [one.name]))
  const beginnings = new Set(through(begin))
  const list = listFrom([...beginnings], { node, onward })
  const around = new Map(loopsAround(list))
  const names = new Map(stepNames([...around.keys()].map((name) => [name, name, kindWords(node(name))])))
  const taken = new Set(names.values())
  const stepName = (name: string) => names.get(name) as string
  const loopsOf = (name: string) => around.get(name) ?? []
  const isNested = [...around.values()].some(({ length }) => length > 1)
  const itemName = (loop: string) => (isNested ? `item_of_${snakeCase(stepName(loop))}` : 'item')
  const loops = new Set([...around.values()].flat())

  return {
    list,
    links,
    node,
    unreached: own.filter((one) => !isNothing(one) && !around.has(one.name)),
    beginnings,
    stepName,
    freshName: (words) => {
      let free = words
      for (let number = 2; taken.has(free); number += 1) free = `${words}_${number}`
      taken.add(free)
      return free
    },
    targets: (name, output) => onward(name, output).filter((to) => !loopsOf(name).includes(to)),
    itemName,
    names: (viewer) =>
      dataOf(
        { node: (name) => byName.get(name), links, loopsOf, loops, itemName, stepName: (name) => names.get(name) },
        viewer,
      ),
  }
}
