/**
 * A text of ours as JSON of which PostgreSQL can read fields: it refuses to, whatever is asked for, where a zero or half of
 * a surrogate pair stands in any text within. Both are left out, behind an even number of backslashes: others are a text
 * that says so. `JSON.stringify` writes whole pairs as they are.
 */
export const readableJson = (column: string) =>
  `(case when strpos(${column}, '\\u') = 0 then ${column}
    else regexp_replace(${column}, '(?<!\\\\)((\\\\\\\\)*)\\\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\\1', 'g') end)::json`
