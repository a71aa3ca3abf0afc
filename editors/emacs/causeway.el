;;; causeway.el --- Modelica in Emacs with the language server of Causeway  -*- lexical-binding: t -*-

;; Emacs 29 or newer (eglot is part of it).  Put this file on the load path and (require 'causeway) into init.el;
;; M-x eglot in a .mo file starts the server, or  (add-hook 'causeway-modelica-mode-hook #'eglot-ensure).

;;; Code:

(defgroup causeway nil "Modelica with Causeway." :group 'languages)

(defcustom causeway-command '("causeway" "lsp")
  "The language server; (\"causeway\" \"lsp\" \"-L\" \"~/Modelica\") adds a folder that holds libraries."
  :type '(repeat string))

(defconst causeway-modelica--keywords
  '("algorithm" "and" "annotation" "block" "break" "class" "connect" "connector" "constant" "constrainedby" "der" "discrete" "each"
    "else" "elseif" "elsewhen" "encapsulated" "end" "enumeration" "equation" "expandable" "extends" "external" "false" "final" "flow"
    "for" "function" "if" "import" "impure" "in" "initial" "inner" "input" "loop" "model" "not" "operator" "or" "outer" "output"
    "package" "parameter" "partial" "protected" "public" "pure" "record" "redeclare" "replaceable" "return" "stream" "then" "true"
    "type" "when" "while" "within"))

(defvar causeway-modelica-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    table))

;;;###autoload
(define-derived-mode causeway-modelica-mode prog-mode "Modelica"
  "Modelica text; `eglot' asks Causeway about it."
  (setq-local comment-start "// " comment-end "" indent-tabs-mode nil
              font-lock-defaults
              (list (list (cons (regexp-opt causeway-modelica--keywords 'words) 'font-lock-keyword-face)
                          (cons (regexp-opt '("Real" "Integer" "Boolean" "String") 'words) 'font-lock-type-face)))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.mo\\'" . causeway-modelica-mode))

(defvar eglot-server-programs)
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs `((causeway-modelica-mode :language-id "modelica") . ,(lambda (&rest _) causeway-command))))

(provide 'causeway)
;;; causeway.el ends here
