'use client'

import { Check, Minus } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'

export function Checkbox({ className, ...rest }: ComponentProps<typeof Primitive.Root>) {
  return (
    <Primitive.Root
      className={classNames(
        'relative grid size-4 shrink-0 place-items-center rounded-[4px] border border-faint bg-surface text-on-accent after:absolute after:-inset-1.5 aria-invalid:border-failed data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent [&_svg]:size-3 [&_svg]:stroke-3',
        className,
      )}
      {...rest}
    >
      <Primitive.Indicator>{rest.checked === 'indeterminate' ? <Minus /> : <Check />}</Primitive.Indicator>
    </Primitive.Root>
  )
}
