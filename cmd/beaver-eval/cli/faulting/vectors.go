package faulting

import (
	"context"
	"errors"
)

func (a *app) vectors(ctx context.Context, o options) error { return errors.New("not yet") }
