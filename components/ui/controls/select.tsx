'use client'

import { Check, ChevronDown } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { popupClasses, rowClasses } from '../overlay/popup.ts'
import { uiTexts } from '../texts/ui.ts'
import { controlClasses } from './input.tsx'

export interface SelectOption {
  value: string
  label: ReactNode
  description?: string
  disabled?: boolean
}

export interface SelectProps {
  value: string | undefined
  onValueChange(value: string): void
  options: readonly SelectOption[]
  placeholder?: string
  disabled?: boolean
  className?: string
  id?: string
  'aria-label'?: string
  'aria-invalid'?: true
  'aria-describedby'?: string
}

/** A choice of one option. The empty string is not a value here: it shows the placeholder. */
export function Select({ value, onValueChange, options, placeholder, disabled, className, ...aria }: SelectProps) {
  return (
    <Primitive.Root
      value={value ?? ''}
      onValueChange={(next) => next !== '' && onValueChange(next)}
      disabled={disabled ?? false}
    >
      <Primitive.Trigger
        className={classNames(
          controlClasses,
          'flex h-7.5 items-center gap-2 text-left data-placeholder:text-faint [&>span:first-child]:truncate',
          className,
        )}
        // Enter opens the list; Enter with a modifier belongs to the form.
        onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.preventDefault()}
        {...aria}
      >
        <Primitive.Value placeholder={placeholder ?? uiTexts.select} />
        <Primitive.Icon className="ml-auto">
          <ChevronDown className="size-3.5 text-faint" />
        </Primitive.Icon>
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className={classNames(
            popupClasses,
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width)',
          )}
        >
          <Primitive.Viewport className="p-1">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className={classNames(rowClasses, 'pr-7')}
              >
                <div className="grid">
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                  {option.description && <span className="text-small text-muted">{option.description}</span>}
                </div>
                <Primitive.ItemIndicator className="absolute right-2">
                  <Check className="size-3.5 text-accent" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
