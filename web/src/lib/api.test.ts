// Who one is must survive every trouble of the server.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { introduce, introduceInTime, myTables, Refusal } from "./api";
import { words } from "./words.svelte";

const me = { id: "p_1", name: "Ana", language: "en" };
const known = { me };
const stranger: [number, unknown] = [200, { me: null }];
let asked: string[] = [];

/** Lets the server give these answers one after the other. */
function serve(...answers: [status: number, body: unknown][]) {
  vi.stubGlobal("fetch", async (path: string, { method }: { method: string }) => {
    asked.push(`${method} ${path}`);
    const [status, body] = answers.shift()!;
    return new Response(JSON.stringify(body), { status });
  });
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
});
afterEach(() => {
  vi.unstubAllGlobals();
  words.language = "en";
});

test("whom the server does not know becomes a guest, and nothing is refused meanwhile", async () => {
  serve(stranger, [201, { ...me, token: "t" }]);
  expect((await introduce("Ana")).id).toBe("p_1");
  expect(asked).toEqual(["GET /api/v1/visitor", "POST /api/v1/guests"]);
});

test.each([
  [429, "too-fast"],
  [500, "internal"],
  [503, "store"],
  [400, "name"],
])("nobody becomes another because of %i %s", async (status, code) => {
  serve([status, { code, words: "no" }]);
  await expect(introduce("Ana")).rejects.toBeInstanceOf(Refusal);
  expect(asked).toEqual(["GET /api/v1/visitor"]);
});

test("an introduction is tried until the server takes it", async () => {
  serve([503, { code: "store", words: "wait" }], [429, { code: "too-fast", words: "slowly" }], [200, known]);
  const told: string[] = [];
  await introduceInTime("Ana", (sentence) => told.push(sentence), new AbortController().signal, 0);
  expect(told).toHaveLength(2);
  expect(asked).toHaveLength(3);
});

test("a name that is not taken keeps nobody from the table", async () => {
  serve([200, known], [400, { code: "name", words: "no" }], [200, known]);
  await introduceInTime("\u202e", () => undefined, new AbortController().signal, 0);
  expect(asked).toEqual(["GET /api/v1/visitor", "PATCH /api/v1/me", "GET /api/v1/visitor"]);
});

test("whoever is new and wants a name that is held comes to the table by another", async () => {
  serve(stranger, [409, { code: "name-held", words: "", suggestion: "Ana 2" }], stranger, [201, { ...me, name: "Guest 7" }]);
  await introduceInTime("Ana", () => undefined, new AbortController().signal, 0);
  expect(asked.at(-1)).toBe("POST /api/v1/guests");
});

test("a name that is held comes with one that is free", async () => {
  serve([200, known], [409, { code: "name-held", words: "", suggestion: "Bia 2" }]);
  const refusal = await introduce("Bia").catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(Refusal);
  expect((refusal as Refusal).suggestion).toBe("Bia 2");
  expect((refusal as Refusal).message).toContain("Bia 2 is free");
});

test("whoever has left is not introduced any more", async () => {
  serve([503, { code: "store", words: "wait" }], [200, known]);
  const left = new AbortController();
  await introduceInTime("Ana", () => left.abort(), left.signal, 0);
  expect(asked).toHaveLength(1);
});

test.each([
  [429, "too-fast", /Espere um minuto/],
  [409, "limit", /mesas demais/],
  [503, "limit", /mesas demais/],
  [400, "name", /Um nome/],
  [404, "not-found", /Não há nada/],
  [503, "store", /O servidor não conseguiu/],
  [400, "setup", /^in English$/],
])("%i %s is said in the language of the moment", async (status, code, said) => {
  words.language = "pt-BR";
  serve([status, { code, words: "in English" }]);
  await expect(myTables()).rejects.toThrow(said);
});

test("an answer that is none is the server's trouble", async () => {
  vi.stubGlobal("fetch", async () => new Response("<html>", { status: 502 }));
  await expect(myTables()).rejects.toThrow("The server could not do that");
});
