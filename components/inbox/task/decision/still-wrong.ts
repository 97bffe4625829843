import { type FieldError, normalisePath } from '#components/ui/schema-form/field-errors.ts'
import { isJsonObject, type Json } from '#core/json.ts'

/** The server's errors about the sent values, without fields whose value has changed since. */
export function stillWrong(errors: readonly FieldError[], sent: Json, now: Json): readonly FieldError[] {
  return errors.filter(({ path }) => {
    const [name = ''] = normalisePath(path).split('.')
    return JSON.stringify(fieldOf(sent, name)) === JSON.stringify(fieldOf(now, name))
  })
}

const fieldOf = (value: Json, name: string): Json | undefined =>
  name !== '' && isJsonObject(value) ? value[name] : undefined
