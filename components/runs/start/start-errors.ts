import type { ApiFailure } from '#components/api/api-failure.ts'
import { type FieldError, normalisePath } from '#components/ui/schema-form/field-errors.ts'

/** The server's errors about a start, by place inside the input; other errors have the empty place. */
export function startErrors(failure: ApiFailure): readonly FieldError[] {
  const said = failure.errors.length > 0 ? failure.errors : [{ path: failure.field ?? '', message: failure.message }]
  return said.map(({ path, message }) => {
    const formPath = normalisePath(path)
    return { path: formPath === 'input' ? '' : formPath.replace(/^input\./, ''), message }
  })
}
