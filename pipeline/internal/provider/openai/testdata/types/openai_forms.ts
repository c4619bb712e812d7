// What OpenAI's own package takes an answer for. Keys that other servers of these APIs send too are added here, and what
// the package itself adds to an answer is taken away; any other key that an answer has too many is an error.

import type OpenAI from "openai";

type Thinking = { reasoning_content?: string };
type ChatChoice = OpenAI.ChatCompletion.Choice;
type ChunkChoice = OpenAI.ChatCompletionChunk.Choice;

export type Chat = Omit<OpenAI.ChatCompletion, "choices"> & {
  choices: (Omit<ChatChoice, "message"> & { message: ChatChoice["message"] & Thinking })[];
};

export type Chunk = Omit<OpenAI.ChatCompletionChunk, "choices"> & {
  choices: (Omit<ChunkChoice, "delta"> & { delta: ChunkChoice["delta"] & Thinking })[];
};

export type Response = Omit<OpenAI.Responses.Response, "output_text" | "access_programs">;

type Answered<T> = T extends { response: OpenAI.Responses.Response } ? Omit<T, "response"> & { response: Response } : T;

// Some versions of the package know the name there, and need it.
type Named<T> = T extends { type: "response.function_call_arguments.done" } ? T & { name: string } : T;

export type Event = Named<Answered<OpenAI.Responses.ResponseStreamEvent>>;

export type Models = { object: "list"; data: OpenAI.Model[] };
