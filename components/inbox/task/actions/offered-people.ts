import type { Person } from '#components/api/models.ts'
import { canonicalId } from '#core/people/canonical-id.ts'

const mostOffered = 50

/** Leaves out people who may not decide a task, by name or by one of their groups. */
export function withoutExcluded(people: readonly Person[], excluded: readonly string[]): readonly Person[] {
  return people.filter(({ id, groups }) => ![id, ...groups].some((name) => excluded.includes(name)))
}

/** People who match a typed text by name, id or group; people of the groups that the task asks come first. */
export function offeredPeople(
  people: readonly Person[],
  typed: string,
  preferred: readonly string[],
): readonly Person[] {
  const wanted = canonicalId(typed)
  const fits = ({ id, name, groups }: Person) =>
    [id, canonicalId(name), ...groups].some((text) => text.includes(wanted))
  const isNear = ({ groups }: Person) => groups.some((group) => preferred.includes(group))
  const found = people.filter(fits)
  return [...found.filter(isNear), ...found.filter((person) => !isNear(person))].slice(0, mostOffered)
}
