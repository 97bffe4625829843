/** An error at a path of a value: `items.0.name`; the empty path stands for the whole value. */
export interface FieldError {
  readonly path: string
  readonly message: string
}

export const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`)

/** Normalises a path: `/items/0/name`, `$.items[0].name` and `items.0.name` are equal. */
export function normalisePath(path: string): string {
  return path
    .replace(/^(\$|#)/, '')
    .replace(/\[(\d+)\]/g, '.$1')
    .replaceAll('/', '.')
    .replace(/^\.+/, '')
}

/** The first error at exactly this path. */
export function errorAt(errors: readonly FieldError[], path: string): string | undefined {
  return errors.find((error) => normalisePath(error.path) === path)?.message
}

/** The first error at this path or within it, for controls that show a whole value. */
export function errorWithin(errors: readonly FieldError[], path: string): string | undefined {
  const within = errors.find((error) => {
    const place = normalisePath(error.path)
    return place === path || path === '' || place.startsWith(`${path}.`)
  })
  return within?.message
}

/** Errors at paths that the form does not show: they are listed above it, so that none is lost. */
export function errorsElsewhere(errors: readonly FieldError[], shown: readonly string[]): readonly FieldError[] {
  return errors.filter((error) => {
    const place = normalisePath(error.path)
    return !shown.some((path) => place === path || place.startsWith(`${path}.`))
  })
}
