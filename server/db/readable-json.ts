/**
 * Stored JSON text as a value whose fields PostgreSQL can read. PostgreSQL refuses the whole value when any text in it
 * contains an escaped zero or half of a surrogate pair. Both escapes are removed, but only after an even number of
 * backslashes: otherwise the backslash itself is escaped. `JSON.stringify` writes complete pairs unescaped.
 */
export const readableJson = (column: string) =>
  `(case when strpos(${column}, '\\u') = 0 then ${column}
    else regexp_replace(${column}, '(?<!\\\\)((\\\\\\\\)*)\\\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\1', 'g') end)::json`
