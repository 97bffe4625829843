import { catalogue } from '#core/definition/catalogue.ts'
import { type StepType, stepTypes } from '#core/definition/definition.ts'

const groups = ['Do', 'Decide', 'Wait', 'Compose'] as const

export interface StepChoice {
  readonly type: StepType
  readonly label: string
  readonly description: string
  readonly group: (typeof groups)[number]
}

const choices: readonly StepChoice[] = stepTypes.map((type) => {
  const { label, description, group } = catalogue[type]
  return { type, label, description, group }
})

/** The choices that match every word of the search, under their headings. */
export function stepChoices(search = ''): readonly { group: string; choices: readonly StepChoice[] }[] {
  const words = search.toLowerCase().split(/\s+/)
  const matching = choices.filter(({ type, label, description }) => {
    const text = `${label} ${type} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  return groups.flatMap((group) => {
    const members = matching.filter((choice) => choice.group === group)
    return members.length === 0 ? [] : [{ group, choices: members }]
  })
}
