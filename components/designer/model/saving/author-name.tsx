import { useNames } from '#components/people/use-names.ts'

/**
 * The name of the author of a save or a version, from `nameOf`. On a machine without accounts every user is `local`:
 * the person here.
 */
export function authorName(id: string, nameOf: (id: string) => string, elsewhere = 'You'): string {
  return id === 'local' ? elsewhere : nameOf(id)
}

/** The author's name from the directory. */
export function AuthorName({ id, elsewhere }: { id: string; elsewhere?: string }) {
  const { person } = useNames()
  return authorName(id, person, elsewhere)
}
