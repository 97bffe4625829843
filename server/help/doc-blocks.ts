/** A part of a line of a help page. A plain string is text. */
export type DocInline =
  | string
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly DocInline[] }
  | { readonly kind: 'link'; readonly href: string; readonly content: readonly DocInline[] }
  | { readonly kind: 'break' }

/**
 * A block of a help page. Pages travel as data and not as HTML: the browser builds its own elements from them, so a page
 * contains no markup that would have to be sanitised.
 */
export type DocBlock =
  | {
      readonly kind: 'heading'
      readonly level: number
      /** The anchor, as GitHub makes it from the words. */
      readonly id: string
      readonly content: readonly DocInline[]
    }
  | { readonly kind: 'paragraph'; readonly content: readonly DocInline[] }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | {
      readonly kind: 'list'
      /** The first number; null without numbers. */
      readonly start: number | null
      readonly items: readonly (readonly DocBlock[])[]
    }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly DocInline[])[]
      readonly rows: readonly (readonly (readonly DocInline[])[])[]
    }
  | { readonly kind: 'quote'; readonly blocks: readonly DocBlock[] }
  | { readonly kind: 'rule' }

/** The words of a line without its marks. */
export function plainText(content: readonly DocInline[]): string {
  return content
    .map((part) => {
      if (typeof part === 'string') return part
      if (part.kind === 'break') return ' '
      return part.kind === 'code' ? part.text : plainText(part.content)
    })
    .join('')
}

/** The words of blocks, for the search. */
export function textOfBlocks(blocks: readonly DocBlock[]): string {
  return blocks.map(textOfBlock).filter(Boolean).join('\n')
}

function textOfBlock(block: DocBlock): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return plainText(block.content)
    case 'code':
      return block.text
    case 'list':
      return block.items.map(textOfBlocks).join('\n')
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(plainText).join(' ')).join('\n')
    case 'quote':
      return textOfBlocks(block.blocks)
    case 'rule':
      return ''
  }
}
