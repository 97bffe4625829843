import { useNames } from '#components/people/use-names.ts'

/** Who saved or published something, as `nameOf` calls them. On a machine without accounts everybody is `local`: the person here. */
export function authorName(id: string, nameOf: (id: string) => string, elsewhere = 'You'): string {
  return id === 'local' ? elsewhere : nameOf(id)
}

/** The same, by the directory. */
export function AuthorName({ id, elsewhere }: { id: string; elsewhere?: string }) {
  const { person } = useNames()
  return authorName(id, person, elsewhere)
}
