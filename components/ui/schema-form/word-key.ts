interface Press {
  readonly key: string
  readonly metaKey: boolean
  readonly ctrlKey: boolean
}

/** The effect of a key in a box of words. `end-and-send`: the word is complete, and the key also submits the form. */
export function wordKey({ key, metaKey, ctrlKey }: Press, typed: string): 'end' | 'end-and-send' | 'take-back' | null {
  if (key === 'Enter' && (metaKey || ctrlKey)) return 'end-and-send'
  if (key === 'Enter' || key === ',') return 'end'
  return key === 'Backspace' && typed === '' ? 'take-back' : null
}
