// Runs the queries that come as JSON on standard input, [{dir, sql}], each in its folder, and prints their results as JSON:
// [[[column, ...], [value, ...], ...], ...]. Values are texts as DuckDB writes them; NULL is null.
const { DuckDBInstance } = require('@duckdb/node-api');
const { readFileSync } = require('node:fs');

async function main() {
  const results = [];
  for (const { dir, sql } of JSON.parse(readFileSync(0, 'utf8'))) {
    process.chdir(dir);
    const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    const connection = await instance.connect();
    const reader = await connection.runAndReadAll(sql);
    const rows = reader.getRows().map((row) => row.map((value) => (value === null ? null : String(value))));
    results.push([reader.columnNames(), ...rows]);
    connection.closeSync();
  }
  console.log(JSON.stringify(results));
}

main().catch((err) => {
  console.error(String(err));
  process.exit(1);
});
