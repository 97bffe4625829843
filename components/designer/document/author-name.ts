/** Who saved or published something. On a machine without accounts everybody is `local`: the person here. */
export function authorName(id: string, elsewhere = 'You'): string {
  return id === 'local' ? elsewhere : id
}
