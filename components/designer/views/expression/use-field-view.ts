import { type RefObject, useEffect, useRef } from 'react'
import type { ControlProps } from '#components/ui/controls/field.tsx'
import type { FieldView } from './field-view.ts'

/** Keeps a CodeMirror in an element while it is there, and in step with the value. `create` is made anew only for a new field; `begin`: it takes the focus. */
export function useFieldView(
  create: (parent: HTMLElement) => FieldView,
  value: string,
  control: ControlProps,
  begin = false,
): { readonly parent: RefObject<HTMLDivElement | null>; readonly view: RefObject<FieldView | null> } {
  const parent = useRef<HTMLDivElement>(null)
  const view = useRef<FieldView | null>(null)
  useEffect(() => {
    if (parent.current === null) return
    const created = create(parent.current)
    view.current = created
    if (begin) created.begin()
    return () => {
      view.current = null
      created.destroy()
    }
  }, [create, begin])
  useEffect(() => view.current?.setText(value), [value])
  const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = control
  useEffect(() => view.current?.setAria({ id, describedBy, invalid: invalid === true }), [id, describedBy, invalid])
  return { parent, view }
}
